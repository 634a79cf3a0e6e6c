/**
 * The files of sessions as they go along with copies. What a tool answered was written there as it came, so what leaves the
 * journal is redacted like everything that is recorded.
 */

import type { RecordRedaction } from "@tenon/policy";

import type { OutsideFiles } from "../journal-options.ts";
import type { FileStore } from "../store/store.ts";

export interface CopiedFiles {
  of(session: Place): AsyncIterable<CopiedFile>;
  put(session: Place, file: CopiedFile): Promise<void>;
  /** Those of a copy that is not finished; all, unless they are named. In a store they go with their session. */
  discard(session: Place, names?: Iterable<string>): Promise<void>;
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

export function createCopiedFiles(store: FileStore | undefined, outside: OutsideFiles | undefined): CopiedFiles {
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
    async discard({ id }, names) {
      if (store || !outside) return;
      for (const name of names ?? (await outside.names(id))) await outside.remove(id, name);
    },
  };
}

// What every file system takes.
const MAX_PART_BYTES = 255;

/** A path below a session's folder. What is read was written by us, but an import or a database may come from anyone. */
export function isFileName(name: string): boolean {
  return name.split("/").every((part) => {
    const isName = part !== "" && part !== "." && part !== ".." && Buffer.byteLength(part) <= MAX_PART_BYTES;
    return isName && !part.includes("\\") && !part.includes("\0");
  });
}

/** Bytes that are no text stay as they are. A file may be as large as a result: other sessions go on meanwhile. */
export async function redactedFile(file: CopiedFile, redaction: RecordRedaction): Promise<CopiedFile> {
  const text = textOf(file.content);
  if (text === undefined) return file;
  const redacted = await redaction.redactInTurns(text);
  return redacted === text ? file : { ...file, content: Buffer.from(redacted) };
}

function textOf(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}
