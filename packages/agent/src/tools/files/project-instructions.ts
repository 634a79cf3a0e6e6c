/**
 * A project's instructions for agents: the `AGENTS.md` of the session's folders, and of the folders above the working
 * folder up to the root of its repository. The nearest comes last, because the last word counts most.
 */

import { access, open } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { Workspace } from "@tenon/workspace";

export const INSTRUCTIONS_NAME = "AGENTS.md";
// Enough for careful instructions; a book would crowd out the conversation.
const MAX_BYTES = 32 * 1024;

export interface ProjectInstructions {
  readonly path: string;
  readonly text: string;
}

export async function readProjectInstructions(
  cwd: string,
  additional: readonly string[] = [],
): Promise<readonly ProjectInstructions[]> {
  const folders = [...new Set([...additional, ...(await foldersAbove(cwd))])];
  const found = await Promise.all(folders.map(readInstructions));
  return found.filter((instructions) => instructions !== undefined);
}

/** Those of the session's own folders, through its workspace: on the client's machine nothing else can be looked at. */
export async function readRootInstructions(
  workspace: Pick<Workspace, "roots" | "place" | "mayRead" | "readText">,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly ProjectInstructions[]> {
  const found = await Promise.all(
    workspace.roots.map((root) => readThrough(workspace, `${root}/${INSTRUCTIONS_NAME}`, signal)),
  );
  return found.filter((instructions) => instructions !== undefined);
}

/** Undefined if there is none, or it may not be read. Never rejects. */
export async function readThrough(
  { place: find, mayRead, readText }: Pick<Workspace, "place" | "mayRead" | "readText">,
  path: string,
  signal: AbortSignal,
): Promise<ProjectInstructions | undefined> {
  try {
    const place = await find(path, "read");
    const text = mayRead(place.subject) ? (await readText(place, { signal }))?.trim() : undefined;
    if (!text) return undefined;
    const size = Buffer.byteLength(text);
    return { path, text: size > MAX_BYTES ? cut(text.slice(0, MAX_BYTES), size) : text };
  } catch {
    return undefined; // most projects have none
  }
}

/** Those of one folder. What is too long is cut, and says so. */
export async function readInstructions(folder: string): Promise<ProjectInstructions | undefined> {
  const path = join(folder, INSTRUCTIONS_NAME);
  try {
    await using file = await open(path);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES));
    const start = buffer.toString("utf8", 0, bytesRead);
    const { size } = await file.stat();
    const text = size > bytesRead ? cut(start, size) : start.trim();
    return text === "" ? undefined : { path, text };
  } catch {
    return undefined; // most projects have none
  }
}

/** The model can read on, and the author can see why what stands at the end is not heeded. */
function cut(start: string, size: number): string {
  const lines = start.slice(0, Math.max(0, start.lastIndexOf("\n"))) || start;
  return `${lines.trim()}\n\n(Truncated: the file has ${size} bytes, and only the first ${MAX_BYTES} are shown. Read the rest with read_file.)`;
}

/** From the root of the repository down to the folder; only the folder itself if it is in none. */
async function foldersAbove(folder: string): Promise<readonly string[]> {
  const folders = [folder];
  for (let at = folder; ; at = dirname(at)) {
    if (await exists(join(at, ".git"))) return folders.toReversed();
    if (dirname(at) === at) return [folder];
    folders.push(dirname(at));
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
