/**
 * The text files of a session whose folders are on the client's machine: the client reads and writes them, and nothing of
 * this machine's disk is touched.
 */

import type { Clock } from "@tenon/basis";

import { ToolError } from "../tool-error.ts";
import { openEditorFiles } from "./editor-files.ts";
import type { Editor } from "./editor.ts";
import { asIn, plainText, type SessionFiles, toToolError } from "./session-files.ts";
import type { WorkspacePath } from "./workspace.ts";

type Options = { readonly signal: AbortSignal };

/** `kept` reads what lies outside the session's folders: files of ours, which the session itself has written. */
export function openClientFiles(
  editor: Editor,
  { clock, kept }: { readonly clock: Clock; readonly kept: SessionFiles },
) {
  const buffers = openEditorFiles(editor, clock);
  const files: SessionFiles = {
    readStart: async (place, options) => (place.isInRoots ? undefined : await kept.readStart(place, options)),
    editorFiles: () => [],
    async readText(place, options) {
      if (!place.isInRoots) return await kept.readText(place, options);
      return plainText(await read(place, options));
    },
    async openText(place, options) {
      if (!place.isInRoots)
        throw new ToolError(`${place.name} is a stored result of this session and cannot be changed.`);
      const previous = await read(place, options);
      return { text: plainText(previous), write: (text) => write(place, { previous, text }, options) };
    },
  };
  return files;

  async function read(place: WorkspacePath, { signal }: Options): Promise<string | undefined> {
    signal.throwIfAborted();
    const text = buffers.canRead(place) ? await buffers.read(place, signal).catch(toToolError(signal)) : undefined;
    if (!buffers.canRead(place)) throw cannot("read", place);
    return text;
  }

  async function write(
    place: WorkspacePath,
    { previous, text }: { readonly previous: string | undefined; readonly text: string },
    { signal }: Options,
  ): Promise<void> {
    signal.throwIfAborted();
    const content = previous === undefined ? text : asIn(previous, text);
    const isWritten =
      buffers.canWrite(place) && (await buffers.write(place, content, signal).catch(toToolError(signal)));
    if (!isWritten) throw cannot("write", place);
  }
}

function cannot(act: "read" | "write", { name }: WorkspacePath): ToolError {
  return new ToolError(
    `${name} is on the client's machine, and the client has no way to ${act} files (fs/${act}_text_file).`,
  );
}
