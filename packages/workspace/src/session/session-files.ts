/**
 * The text files of a session: the editor's for what lies in the session's folders, so that unsaved changes are seen and
 * changes show up in its review; the disk's otherwise.
 */

import { type Clock, errorMessage, systemClock } from "@tenon/basis";

import { withEndingsOf, withPlainEndings } from "../files/line-endings.ts";
import { decodeText } from "../files/text-encoding.ts";
import { type FileStart, openTextFiles } from "../files/text-files.ts";
import { ToolError } from "../tool-error.ts";
import { WorkspaceError } from "../workspace-error.ts";
import type { WorkspacePath, Workspace } from "./workspace.ts";
import { openEditorFiles } from "./editor-files.ts";
import type { Editor } from "./editor.ts";

export type SessionFiles = Pick<Workspace, "readText" | "editorFiles" | "openText" | "readStart">;

type Options = { readonly signal: AbortSignal };

// As `openTextFiles` has it: the editor would take longer over such files than we would.
const MAX_BYTES = 16 * 1024 * 1024;
// Where git looks for a zero byte; an even number, so that no pair of UTF-16 is cut.
const CHECKED_BYTES = 8_000;
// A search asks for each of them.
const MAX_REMEMBERED = 64;

export function openSessionFiles(editor: Editor, clock: Clock = systemClock): SessionFiles {
  const disk = openTextFiles({ maxBytes: MAX_BYTES });
  const buffers = openEditorFiles(editor, clock);
  const inEditor = createRecentPlaces();
  return {
    readStart,
    editorFiles: inEditor.list,
    async readText(place, options) {
      return plainText(await read(place, options));
    },
    async openText(place, options) {
      const previous = await read(place, options);
      return {
        text: plainText(previous),
        write: (text) => write(place, { previous, text }, options),
      };
    },
  };

  async function write(
    place: WorkspacePath,
    { previous, text }: { readonly previous: string | undefined; readonly text: string },
    { signal }: Options,
  ): Promise<void> {
    signal.throwIfAborted();
    const { path, name } = place;
    if (buffers.canWrite(place)) {
      // Whether an editor makes folders is up to the editor [R97].
      if (previous === undefined) await disk.makeFolderOf(path, { signal, name }).catch(toToolError(signal));
      const content = previous === undefined ? text : asIn(previous, text);
      if (await buffers.write(place, content, signal).catch(toToolError(signal))) return;
    }
    await disk.write(path, text, { signal, name }).catch(toToolError(signal));
  }

  /** As the editor or the disk has it. */
  async function read(place: WorkspacePath, { signal }: Options): Promise<string | undefined> {
    signal.throwIfAborted();
    const start = await readStart(place, { bytes: CHECKED_BYTES, signal });
    if (start) refuseOther(place, start);
    const unsaved = await buffers.read(place, signal).catch(toToolError(signal));
    // CodeCompanion answers so for a file that does not exist [M53].
    if (unsaved === "" && !start) return undefined;
    if (unsaved !== undefined) inEditor.add(place);
    // What a command has just made may be on disk before an editor knows of it.
    if (unsaved !== undefined || !start) return unsaved;
    return await disk
      .read(place.path, { signal, name: place.name, keepEndings: true })
      .catch(undefinedIfMissing)
      .catch(toToolError(signal));
  }

  async function readStart({ path, name }: WorkspacePath, { bytes, signal }: Options & { readonly bytes: number }) {
    return await disk.readStart(path, { bytes, signal, name }).catch(undefinedIfMissing).catch(toToolError(signal));
  }
}

function createRecentPlaces() {
  const places = new Map<string, WorkspacePath>();
  return {
    /** The newest first. */
    list: () => [...places.values()].toReversed(),
    add(place: WorkspacePath): void {
      places.delete(place.path);
      places.set(place.path, place);
      const [oldest] = places.keys();
      if (places.size > MAX_REMEMBERED && oldest !== undefined) places.delete(oldest);
    },
  };
}

/** An editor gives anything as text, and a file of any size. */
function refuseOther({ name }: WorkspacePath, { bytes, size }: FileStart): void {
  if (size > MAX_BYTES)
    throw new ToolError(`${name} has ${size} bytes; the limit is ${MAX_BYTES}. Use a command to read it.`);
  if (!decodeText(bytes)) throw new ToolError(`${name} is not a text file; it has ${size} bytes.`);
}

/** As programs want it: `\n` and no byte order mark. */
export function plainText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : withPlainEndings(withoutMark(text));
}

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

/** The new text, with the mark and the line endings of the old. */
export function asIn(previous: string, text: string): string {
  const mark = previous.startsWith(MARK) && !text.startsWith(MARK) ? MARK : "";
  return mark + withEndingsOf(withoutMark(previous), text);
}

const MARK = "\u{feff}";

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof WorkspaceError) || error.code !== "not_found") throw error;
}

export function toToolError(signal: AbortSignal) {
  return (cause: unknown): never => {
    signal.throwIfAborted();
    throw cause instanceof ToolError ? cause : new ToolError(messageOf(cause), { cause });
  };
}

function messageOf(cause: unknown): string {
  const message = errorMessage(cause);
  return cause instanceof WorkspaceError ? message : `The editor refused: ${message}`;
}
