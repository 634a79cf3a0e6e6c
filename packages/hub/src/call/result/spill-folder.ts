/**
 * Where a session keeps what is too large for the model, so that it can be read in pieces [Q-02] [Q-08].
 *
 * Only the user can read the files; nothing is overwritten; closing deletes what was made here and nothing else, unless
 * the folder has another owner.
 */

import { mkdir, open, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";

import { errorCode } from "@tenon/basis";

import { CallError } from "../call-error.ts";

export interface SpillFolder extends AsyncDisposable {
  /** Keeps files of one call; their names say which. */
  keepFor(call: { readonly tool: string; readonly call: string }): Keep;
  /** Waits for what is being written, then deletes everything that is not to stay. May be called twice. */
  close(): Promise<void>;
}

/** Resolves when the file is whole; rejects, and leaves no file, if it cannot be. */
export type Keep = (content: KeptContent) => Promise<{ readonly path: string; readonly bytes: number }>;

export type KeptContent =
  /** Written one below the other. */
  | { readonly texts: readonly string[]; readonly extension: string }
  | { readonly base64: string; readonly extension: string };

const MAX_BYTES = 2 ** 30;

/** The folder is made when it is needed. `bytes` is how much it may hold; with `stays`, closing deletes nothing. */
export function createSpillFolder(
  folder: string,
  options: { readonly bytes?: number; readonly stays?: boolean } = {},
): SpillFolder {
  const { bytes: mostBytes = MAX_BYTES, stays = false } = options;
  const files = new Set<string>();
  const writing = new Set<Promise<unknown>>();
  let madeFolder = false;
  let usedBytes = 0;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= deleteAll());

  return {
    keepFor:
      ({ tool, call }) =>
      async (content) => {
        if (closing) throw new CallError("folder_closed", "The session has ended", { folder });
        const written = keep(`${safe(tool)}-${safe(call)}`, content);
        writing.add(written);
        return await written.finally(() => writing.delete(written));
      },
    close,
    [Symbol.asyncDispose]: close,
  };

  async function keep(name: string, content: KeptContent) {
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) madeFolder = true;
    const { path, file } = await openNew(join(folder, name), content.extension, files);
    files.add(path);
    let bytes = 0;
    try {
      for (const chunk of chunksOf(content)) {
        bytes += chunk.length;
        usedBytes += chunk.length;
        if (usedBytes > mostBytes) throw folderFull(folder, mostBytes);
        await file.appendFile(chunk);
      }
      await file.close();
      return { path, bytes };
    } catch (error) {
      usedBytes -= bytes;
      await file.close();
      await rm(path, { force: true });
      files.delete(path);
      throw error;
    }
  }

  async function deleteAll(): Promise<void> {
    await Promise.allSettled(writing);
    if (stays) return;
    await Promise.all([...files].map((path) => rm(path, { force: true })));
    // It stays if it has other files.
    if (madeFolder) await rmdir(folder).catch(() => {});
  }
}

/** Under a name that is not taken: not by one of these files, and not by anything on the disk. */
async function openNew(name: string, extension: string, taken: ReadonlySet<string>) {
  for (let number = 1; ; number += 1) {
    const path = `${name}${number === 1 ? "" : `-${number}`}.${extension}`;
    if (taken.has(path)) continue;
    try {
      // "wx" fails on anything that is there already, also on a link of another user.
      return { path, file: await open(path, "wx", 0o600) };
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

function folderFull(folder: string, bytes: number): CallError {
  return new CallError("folder_full", `The folder for large results is full (${bytes} bytes)`, { folder, bytes });
}

const PIECE_LENGTH = 2 ** 18;
const BYTES_OF_CODE_UNIT = 3;

/** One buffer after the other, always the same, so that a large result is not held in memory a second time. */
function* chunksOf(content: KeptContent): Generator<Uint8Array> {
  if ("base64" in content) {
    yield Buffer.from(content.base64, "base64");
    return;
  }
  const room = Buffer.allocUnsafe((PIECE_LENGTH + 1) * BYTES_OF_CODE_UNIT);
  let used = 0;
  for (const piece of piecesOf(content.texts)) {
    if (used + piece.length * BYTES_OF_CODE_UNIT > room.length) {
      yield room.subarray(0, used);
      used = 0;
    }
    used += room.write(piece, used);
  }
  yield room.subarray(0, used);
}

function* piecesOf(texts: readonly string[]): Generator<string> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) yield "\n";
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = Math.min(start + PIECE_LENGTH, text.length);
      // Not between the two halves of a code point.
      if ((text.codePointAt(end - 1) ?? 0) > 0xff_ff) end += 1;
      yield text.slice(start, end);
    }
  }
}

function safe(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]+/g, "_").slice(0, 60);
}
