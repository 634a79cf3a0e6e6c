/**
 * The editor's text files. Each direction is used only if that very one is offered [R94], and no longer once the editor
 * turns out not to have it.
 */

import { RPC_ERROR } from "@tenon/basis";
import type { Clock } from "@tenon/basis";

import { askEditor, isUnsupported } from "./ask-editor.ts";
import { readFileContent } from "./editor-answer.ts";
import { type Editor, EditorRefusal } from "./editor.ts";
import type { WorkspacePath } from "./workspace.ts";

export interface EditorFiles {
  canRead(place: WorkspacePath): boolean;
  canWrite(place: WorkspacePath): boolean;
  /** Undefined if the editor does not have the file, or cannot read any. Rejects as the request does. */
  read(place: WorkspacePath, signal: AbortSignal): Promise<string | undefined>;
  /** False if the editor cannot write after all. Rejects as the request does. */
  write(place: WorkspacePath, content: string, signal: AbortSignal): Promise<boolean>;
}

const READ = "fs/read_text_file";
const WRITE = "fs/write_text_file";
const READ_MS = 30_000;
// Some editors show the change, and write it when the user has looked at it.
const WRITE_MS = 10 * 60_000;

export function openEditorFiles({ request, capabilities }: Editor, clock: Clock): EditorFiles {
  let canRead = capabilities.fs?.readTextFile === true;
  let canWrite = capabilities.fs?.writeTextFile === true;
  return {
    canRead: ({ isInRoots }) => canRead && isInRoots,
    canWrite: ({ isInRoots }) => canWrite && isInRoots,
    async read({ clientPath: path, isInRoots }, signal) {
      if (!canRead || !isInRoots) return undefined;
      const question = { method: READ, ms: READ_MS, signal, clock };
      try {
        return readFileContent(await askEditor((options) => request(READ, { path }, options), question));
      } catch (error) {
        if (isUnsupported(error)) canRead = false;
        else if (signal.aborted || !isNotFound(error)) throw error;
        return undefined;
      }
    },
    async write({ clientPath: path }, content, signal) {
      const question = { method: WRITE, ms: WRITE_MS, signal, clock };
      try {
        await askEditor((options) => request(WRITE, { path, content }, options), question);
      } catch (error) {
        if (!isUnsupported(error)) throw error;
        canWrite = false;
      }
      return canWrite;
    },
  };
}

/** Whether an editor means that there is no such file: few use the code that the protocol has for it [R98, L-04]. */
function isNotFound(error: unknown): boolean {
  if (!(error instanceof EditorRefusal)) return false;
  const words = `${error.message} ${JSON.stringify(error.data) ?? ""}`;
  return error.code === RPC_ERROR.notFound || WORDS.test(words);
}

const WORDS = /ENOENT|not found|no such file|does not exist|cannot find the (file|path)/i;
