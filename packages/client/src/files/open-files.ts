/**
 * The files of a session, for its agent: text within the session's folders, wherever links lead.
 *
 * An agent reads and writes `\n`; on disk a file keeps its encoding, its byte order mark, its line endings and its mode.
 * Whether the text ends in a line ending is as the agent wrote it.
 */

import type { ReadTextFileRequest, WriteTextFileRequest } from "@agentclientprotocol/sdk";
import { openTextFiles, sliceLines, withPlainEndings } from "@tenon/workspace";

import type { FileAccess, SessionContext } from "../services.ts";
import { allowedPath } from "./allowed-path.ts";
import { fileError } from "./file-error.ts";
import type { ConsentOptions } from "./require-consent.ts";

export interface FileOptions extends ConsentOptions {
  readonly buffers?: EditorBuffers;
  /** The largest file that is read or overwritten (default: 16 MiB). */
  readonly maxBytes?: number;
}

/** What an editor has open. Paths are as the agent names them; they are checked before. */
export interface EditorBuffers {
  /** The text with its unsaved changes; undefined if it is not open, and then the file is read. */
  read(path: string): string | undefined | Promise<string | undefined>;
  /** False if it is not open, and then the file is written. */
  write(path: string, content: string): boolean | Promise<boolean>;
}

/** Writes to one file come one after the other, also from different sessions. */
export function openFiles(options: FileOptions = {}): (session: SessionContext) => FileAccess {
  const { buffers, maxBytes } = options;
  const files = openTextFiles(maxBytes === undefined ? {} : { maxBytes });
  return (session) => ({
    read: (request, { signal }) =>
      read(session, request, signal).catch((cause: unknown) => {
        throw fileError(cause, { path: request.path, signal });
      }),
    write: (request, { signal }) =>
      write(session, request, signal).catch((cause: unknown) => {
        throw fileError(cause, { path: request.path, signal });
      }),
  });

  async function read(session: SessionContext, request: ReadTextFileRequest, signal: AbortSignal) {
    const { path } = request;
    const real = await allowedPath({ path, access: "read", session }, options);
    const unsaved = await buffers?.read(path);
    const text = unsaved === undefined ? await files.read(real, { signal, name: path }) : withPlainEndings(unsaved);
    return { content: sliceLines(text, request) };
  }

  async function write(session: SessionContext, { path, content }: WriteTextFileRequest, signal: AbortSignal) {
    const real = await allowedPath({ path, access: "write", session }, options);
    if (await buffers?.write(path, content)) return {};
    await files.write(real, content, { signal, name: path });
    return {};
  }
}
