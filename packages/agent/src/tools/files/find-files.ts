/**
 * Finds files by patterns of their paths.
 */

import { lstat } from "node:fs/promises";
import { join } from "node:path";
import {
  fencedContent,
  type WorkspacePath,
  readArguments,
  requireFolder,
  textPart,
  type Workspace,
} from "@tenon/workspace";

import type { AgentTool, ToolOutcome } from "../tool.ts";
import { compileGlob } from "./walk/glob.ts";
import { walkFiles } from "./walk/walk-files.ts";

const MAX_SHOWN = 500;
// By time all must be known; a larger folder is sorted only in part.
const MAX_COMPARED = 50_000;
const AT_ONCE = 64;

interface Search {
  readonly pattern: string;
  readonly newestFirst: boolean;
  readonly everything: boolean;
}

export function findFilesTool(workspace: Workspace): AgentTool {
  return {
    definition: {
      name: "find_files",
      description:
        "Finds files by a glob pattern such as *.ts, src/**/*.test.ts or **/{package,deno}.json. A pattern without a slash " +
        "matches at any depth. Hidden files, node_modules and what .gitignore names are left out unless include_ignored is set.",
      inputSchema: {
        type: "object",
        properties: {
          pattern: { type: "string", description: "The pattern, seen from the folder that is searched" },
          path: { type: "string", description: "The folder to search; the working folder if absent" },
          newest_first: { type: "boolean", description: "Sort by when they were changed, not by name" },
          include_ignored: { type: "boolean", description: "Also hidden and ignored files" },
        },
        required: ["pattern"],
      },
    },
    async prepare(args) {
      const given = readArguments(args);
      const place = await workspace.place(given.optionalText("path") || ".", "read");
      const search: Search = {
        pattern: given.text("pattern"),
        newestFirst: given.flag("newest_first"),
        everything: given.flag("include_ignored"),
      };
      return {
        title: place.name === "." ? `Find ${search.pattern}` : `Find ${search.pattern} in ${place.name}`,
        kind: "search",
        locations: [{ path: place.clientPath }],
        subjects: [place.subject],
        run: ({ signal }) => find(place, search, signal),
      };
    },
  };
}

async function find(place: WorkspacePath, search: Search, signal: AbortSignal): Promise<ToolOutcome> {
  await requireFolder(place);
  const fits = compileGlob(search.pattern);
  const most = search.newestFirst ? MAX_COMPARED : MAX_SHOWN;
  const found: string[] = [];
  for await (const { segments, files } of walkFiles({ folder: place.path, everything: search.everything, signal })) {
    found.push(...files.filter((file) => fits([...segments, file])).map((file) => [...segments, file].join("/")));
    if (found.length > most) break;
  }
  const sorted = search.newestFirst ? await byTime(place.path, found.slice(0, most), signal) : found;
  const names = sorted.slice(0, MAX_SHOWN).map((file) => (place.name === "." ? file : `${place.name}/${file}`));
  const isCut = found.length > MAX_SHOWN;
  const note = isCut ? [`(There are more: only the first ${MAX_SHOWN} are listed.)`] : [];
  const text = names.length === 0 ? `No file matches ${search.pattern}.` : [...names, ...note].join("\n");
  return { parts: [textPart(text)], isError: false, content: [fencedContent(text)] };
}

async function byTime(folder: string, files: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const times = new Map<string, number>();
  for (let at = 0; at < files.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const some = files.slice(at, at + AT_ONCE);
    // A file that was removed meanwhile comes last.
    const stats = await Promise.all(some.map((file) => lstat(join(folder, file)).catch(() => undefined)));
    for (const [index, file] of some.entries()) times.set(file, stats[index]?.mtimeMs ?? 0);
  }
  return files.toSorted((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}
