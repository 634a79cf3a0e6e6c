/**
 * Finds text in files, with ripgrep's speed where the user has it, and the same results where they have not.
 */

import { join } from "node:path";
import { fencedContent, type WorkspacePath, readArguments, statOf, textPart, type Workspace } from "@tenon/workspace";

import type { ModelTool } from "../../model/model.ts";
import type { AgentTool, ToolOutcome } from "../tool.ts";
import { candidates } from "./search/candidates.ts";
import { type MatchedLines, matchLines } from "./search/match-lines.ts";
import { compilePattern, type LineTest, type SearchPattern } from "./search/pattern.ts";
import { MAX_SEARCHED_BYTES } from "./search/read-searched.ts";
import { searchFiles } from "./search/search-files.ts";
import { showMatches } from "./search/show-matches.ts";
import { createTimeLimit } from "./search/time-limit.ts";
import { unsavedTexts } from "./search/unsaved-texts.ts";
import { compileGlob } from "./walk/glob.ts";

const MAX_MATCHES = 250;
const MAX_CONTEXT_LINES = 20;
const MAX_LOCATIONS = 20;

const SEARCH_TEXT: ModelTool = {
  name: "search_text",
  description:
    "Finds lines in files by a regular expression (JavaScript, one line at a time), or by a literal string with " +
    `literal. At most ${MAX_MATCHES} lines, grouped by file. Hidden files, node_modules and what .gitignore names are ` +
    "left out unless include_ignored is set, and so are files that may not be read without asking the user. Of unsaved " +
    "changes in the editor it sees those of files that were read or written in this session, and of a file that is named.",
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "What to search for" },
      path: { type: "string", description: "The folder or file to search; the working folder if absent" },
      files: {
        type: "string",
        description: "Only files that match this glob pattern, such as *.ts or src/**/*.{c,h}",
      },
      literal: { type: "boolean", description: "Match the pattern literally, not as a regular expression" },
      ignore_case: { type: "boolean", description: "Ignore upper and lower case" },
      context_lines: {
        type: "integer",
        description: "How many lines to show before and after each match; 0 if absent",
      },
      include_ignored: { type: "boolean", description: "Also hidden and ignored files" },
    },
    required: ["pattern"],
  },
};

interface TextSearch {
  readonly pattern: SearchPattern;
  readonly test: LineTest;
  readonly files: string | undefined;
  readonly around: number;
  readonly everything: boolean;
}

export function searchTextTool(workspace: Workspace): AgentTool {
  return {
    definition: SEARCH_TEXT,
    async prepare(args) {
      const given = readArguments(args);
      const place = await workspace.place(given.optionalText("path") || ".", "read");
      const pattern: SearchPattern = {
        source: given.text("pattern"),
        isLiteral: given.flag("literal"),
        ignoreCase: given.flag("ignore_case"),
      };
      const search: TextSearch = {
        pattern,
        test: compilePattern(pattern),
        files: given.optionalText("files") || undefined,
        around: Math.min(given.optionalNumber("context_lines", { least: 0 }) ?? 0, MAX_CONTEXT_LINES),
        everything: given.flag("include_ignored"),
      };
      const where = [search.files, place.name === "." ? undefined : place.name].filter(Boolean).join(" in ");
      return {
        title: `Search for ${pattern.source}${where && ` in ${where}`}`,
        kind: "search",
        locations: [{ path: place.clientPath }],
        subjects: [place.subject],
        run: ({ signal }) => run(place, search, { workspace, signal }),
      };
    },
  };
}

interface Searching {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
}

async function run(place: WorkspacePath, search: TextSearch, options: Searching): Promise<ToolOutcome> {
  const isFolder = (await statOf(place, "file or folder")).isDirectory();
  const found = isFolder ? await searchFolder(place, search, options) : await searchFile(place, search, options);
  const nameOf = (name: string) => (place.name === "." || !isFolder ? name : `${place.name}/${name}`);
  const { text, isCut } = showMatches(found, { around: search.around, nameOf, most: MAX_MATCHES });
  const note = isCut ? "\n(There are more matches. Narrow it down by path, files or a longer pattern.)" : "";
  const words = found.length === 0 ? "No matches." : text + note;
  return {
    parts: [textPart(words)],
    isError: false,
    content: [fencedContent(words.trimEnd())],
    locations: found.slice(0, MAX_LOCATIONS).map(({ name, matches: [first] }) => ({
      path: isFolder ? join(place.clientPath, name) : place.clientPath,
      line: (first?.index ?? 0) + 1,
    })),
  };
}

async function searchFolder(
  place: WorkspacePath,
  search: TextSearch,
  { workspace, signal }: Searching,
): Promise<readonly MatchedLines[]> {
  const { pattern, test, files, everything } = search;
  const { path: folder, isInRoots } = place;
  // The user may have allowed the folder, and still want to be asked about a file in it. Who allows one outside the
  // session's folders means what is in it.
  const roots = isInRoots ? place.subject.roots : [...place.subject.roots, folder];
  const mayShow = (path: string) => workspace.mayRead({ ...place.subject, roots, path, asked: path });
  const fits = files === undefined ? () => true : compileGlob(files);
  const unsaved = (await unsavedTexts(place, workspace, { signal })).filter(
    ({ name }) => fits(name.split("/")) && mayShow(join(folder, name)),
  );
  const most = MAX_MATCHES + 1;
  const found = await matchLines(unsaved, { test, within: createTimeLimit(), most, signal });
  const mostMatches = most - found.reduce((sum, { matches }) => sum + matches.length, 0);
  if (mostMatches <= 0) return found;
  const paths = candidates({ pattern, folder, files, everything, mostBytes: MAX_SEARCHED_BYTES, signal }, workspace);
  const skip = new Set(unsaved.map(({ name }) => name));
  return [...found, ...(await searchFiles(paths, { test, folder, skip, mayShow, mostMatches, signal }))];
}

/** With its unsaved changes: who names a file means what they see. */
async function searchFile(
  place: WorkspacePath,
  { test }: TextSearch,
  { workspace, signal }: Searching,
): Promise<readonly MatchedLines[]> {
  const text = (await workspace.readText(place, { signal })) ?? "";
  const options = { test, within: createTimeLimit(), most: MAX_MATCHES + 1, signal };
  return await matchLines([{ name: place.name, text }], options);
}
