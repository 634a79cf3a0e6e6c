/**
 * Lists a folder, with the sizes of its files, also those that searches leave out.
 */

import type { Dirent } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";

import { errorCode, formatBytes } from "@tenon/basis";
import {
  fencedContent,
  type WorkspacePath,
  readArguments,
  textPart,
  ToolError,
  type Workspace,
} from "@tenon/workspace";

import type { AgentTool, ToolOutcome } from "../tool.ts";

const MAX_ENTRIES = 500;
const MAX_DEPTH = 10;
// Named, but what is in them is seldom what was meant.
const NOT_ENTERED: ReadonlySet<string> = new Set([".git", "node_modules"]);

export function listFolderTool(workspace: Workspace): AgentTool {
  return {
    definition: {
      name: "list_folder",
      description: `Lists what is in a folder, hidden files too, at most ${MAX_ENTRIES} entries.`,
      inputSchema: {
        type: "object",
        properties: {
          path: {
            type: "string",
            description: "The folder, from the working folder or absolute; the working folder itself if absent",
          },
          depth: { type: "integer", description: "How many levels to list; 1 if absent" },
        },
      },
    },
    async prepare(args) {
      const given = readArguments(args);
      const place = await workspace.place(given.optionalText("path") || ".", "read");
      const depth = given.optionalNumber("depth", { least: 1 }) ?? 1;
      return {
        title: `List ${place.name}`,
        kind: "read",
        locations: [{ path: place.clientPath }],
        subjects: [place.subject],
        run: ({ signal }) => list(place, Math.min(depth, MAX_DEPTH), signal),
      };
    },
  };
}

async function list(place: WorkspacePath, depth: number, signal: AbortSignal): Promise<ToolOutcome> {
  const entries: Entry[] = [];
  const isCut = !(await gather(place.path, "", depth)) || entries.length > MAX_ENTRIES;
  const lines = await Promise.all(entries.slice(0, MAX_ENTRIES).map((entry) => describe(place.path, entry)));
  signal.throwIfAborted();
  const note = isCut ? [`(There is more: only the first ${MAX_ENTRIES} entries are listed.)`] : [];
  const text = lines.length === 0 ? `${place.name} is empty.` : [...lines, ...note].join("\n");
  return { parts: [textPart(text)], isError: false, content: [fencedContent(text)] };

  /** False if not all of it was looked at. */
  async function gather(folder: string, way: string, levels: number): Promise<boolean> {
    signal.throwIfAborted();
    const found = await readFolder(folder, way === "" ? place.name : undefined);
    for (const entry of found) {
      if (entries.length > MAX_ENTRIES) return false;
      entries.push({ entry, way: way + entry.name });
      if (levels <= 1 || !entry.isDirectory() || NOT_ENTERED.has(entry.name)) continue;
      if (!(await gather(join(folder, entry.name), `${way}${entry.name}/`, levels - 1))) return false;
    }
    return true;
  }
}

interface Entry {
  readonly entry: Dirent;
  /** From the folder that is listed. */
  readonly way: string;
}

/** Only the folder that was asked for must be readable, and is named then. */
async function readFolder(path: string, name: string | undefined): Promise<readonly Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
    if (name === undefined) return [];
    throw new ToolError(`${name} cannot be listed: ${reasonOf(cause)}.`, { cause });
  });
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function reasonOf(cause: unknown): string {
  const code = errorCode(cause);
  if (code === "ENOENT") return "no such folder";
  return code === "ENOTDIR" ? "it is not a folder" : String(code);
}

async function describe(folder: string, { entry, way }: Entry): Promise<string> {
  const path = join(folder, way);
  if (entry.isDirectory()) return `${way}/`;
  if (entry.isSymbolicLink()) return `${way} -> ${await readlink(path).catch(() => "?")}`;
  const size = await lstat(path).then(
    ({ size }) => formatBytes(size),
    () => "gone",
  );
  return `${way}  ${size}`;
}
