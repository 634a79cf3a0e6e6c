/**
 * Text files, read and written as programs want them: `\n` and no byte order mark.
 *
 * On disk a file keeps its encoding, its byte order mark, its line endings and its mode. Whether the text ends in a line
 * ending is as it was written. Paths are real ones, as `pathSubject` of the policy gives them.
 */

import { basename, dirname } from "node:path";

import { createKeyedQueue } from "@tenon/basis";

import { notFound, refusal, workspaceError } from "../workspace-error.ts";
import { readExistingFile } from "./existing-file.ts";
import { holdFolder } from "./held-folder.ts";
import { withEndingsOf, withPlainEndings } from "./line-endings.ts";
import { replaceFile } from "./replace-file.ts";
import { decodeText, encodeText } from "./text-encoding.ts";

/** Everything rejects with a `WorkspaceError`, or the signal's reason. */
export interface TextFiles {
  /** With `keepEndings`, lines end as they do in the file. */
  read(path: string, options: FileActOptions & { readonly keepEndings?: boolean }): Promise<string>;
  /** Whole or not at all; folders that are missing are made. Writes to one file come one after the other. */
  write(path: string, content: string, options: FileActOptions): Promise<void>;
  /** The first bytes of any file, and how many it has. */
  readStart(path: string, options: FileActOptions & { readonly bytes: number }): Promise<FileStart>;
  /** Makes the folders that a file needs to be written. */
  makeFolderOf(path: string, options: FileActOptions): Promise<void>;
}

export interface FileStart {
  readonly bytes: Buffer;
  readonly size: number;
}

interface FileActOptions {
  readonly signal: AbortSignal;
  /** What to call the file in an error: the path as it was asked for. */
  readonly name?: string;
}

const MAX_BYTES = 16 * 1024 * 1024;

export function openTextFiles({ maxBytes = MAX_BYTES }: { readonly maxBytes?: number } = {}): TextFiles {
  const queue = createKeyedQueue();
  return {
    read: (path, { signal, name = path, keepEndings = false }) =>
      read(path, name, signal)
        .then((text) => (keepEndings ? text : withPlainEndings(text)))
        .catch(asWorkspaceError("read", name)),
    write: (path, content, { signal, name = path }) =>
      queue.run(path, () => write(path, content, name, signal)).catch(asWorkspaceError("write", name)),
    readStart: (path, { signal, name = path, bytes }) =>
      readStart(path, name, bytes, signal).catch(asWorkspaceError("read", name)),
    async makeFolderOf(path, { name = path }) {
      await using _folder = await holdFolder(dirname(path), { create: true }).catch(asWorkspaceError("write", name));
    },
  };

  async function read(real: string, path: string, signal: AbortSignal): Promise<string> {
    await using folder = await holdFolder(dirname(real));
    const file = await readExistingFile({ folder, name: basename(real), path, signal, refuseOver: maxBytes });
    if (!file) throw notFound(path);
    const decoded = decodeText(file.bytes);
    if (!decoded) throw refusal(path, "it is not a text file.");
    return decoded.text;
  }

  async function readStart(real: string, path: string, bytes: number, signal: AbortSignal): Promise<FileStart> {
    await using folder = await holdFolder(dirname(real));
    const file = await readExistingFile({ folder, name: basename(real), path, signal, stopAfter: bytes });
    if (!file) throw notFound(path);
    return { bytes: file.bytes, size: file.stats.size };
  }

  async function write(real: string, content: string, path: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await using folder = await holdFolder(dirname(real), { create: true });
    const name = basename(real);
    const file = await readExistingFile({ folder, name, path, signal, refuseOver: maxBytes });
    const previous = file && decodeText(file.bytes);
    const bytes = encodeText({
      text: previous ? withEndingsOf(previous.text, content) : content,
      encoding: previous?.encoding ?? "utf-8",
    });
    if ("missing" in bytes) {
      const character = JSON.stringify(bytes.missing);
      throw refusal(path, `its encoding is not UTF-8 and has no character ${character}.`);
    }
    await replaceFile({ folder, name, bytes, previous: file?.stats });
  }
}

function asWorkspaceError(act: "read" | "write", path: string) {
  return (cause: unknown): never => {
    throw workspaceError(cause, { act, path });
  };
}
