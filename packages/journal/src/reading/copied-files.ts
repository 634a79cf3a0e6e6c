/**
 * The files of sessions as they go along with copies. What a tool answered was written there as it came, so what leaves the
 * journal is redacted like everything that is recorded.
 */

import type { RecordRedaction } from "@tenon/policy";

import type { SessionFiles } from "../journal.ts";
import type { FileStore } from "../store/store.ts";

export interface CopiedFiles {
  of(session: Place): AsyncIterable<CopiedFile>;
  put(session: Place, file: CopiedFile): Promise<void>;
}

/** A store knows a session by its key, also while it is hidden; a folder by its id. */
interface Place {
  readonly key: number;
  readonly id: string;
}

export interface CopiedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export function createCopiedFiles(store: FileStore | undefined, outside: SessionFiles | undefined): CopiedFiles {
  return {
    async *of({ key, id }) {
      const names = (await (store ? store.names(key) : outside?.names(id))) ?? [];
      for (const name of names) {
        const content = await (store ? store.get(key, name) : outside?.get(id, name));
        if (content) yield { name, content };
      }
    },
    async put({ key, id }, { name, content }) {
      await (store ? store.put(key, name, content) : outside?.put(id, name, content));
    },
  };
}

/** Bytes that are no text stay as they are. */
export function redactedFile({ name, content }: CopiedFile, redaction: RecordRedaction): CopiedFile {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    const redacted = redaction.redact(text);
    return redacted === text ? { name, content } : { name, content: Buffer.from(redacted) };
  } catch {
    return { name, content };
  }
}
