/**
 * A small catalogue of our own, with the kinds of tool that most sessions have.
 */

import type { CatalogueTool } from "../../src/offer/catalogue-tool.ts";
import { createToolIndex, type ToolIndex } from "../../src/offer/search/tool-index.ts";

export function makeTool(server: string, tool: string, rest: Partial<CatalogueTool> = {}): CatalogueTool {
  return {
    name: `mcp__${server}__${tool}`,
    server,
    tool,
    title: tool,
    description: "",
    inputSchema: { type: "object", properties: {} },
    ...rest,
  };
}

/** All indexes of the tests come from it and share its lexicon. */
export const emptyIndex = createToolIndex();

export function indexOf(tools: readonly CatalogueTool[]): ToolIndex {
  let index = emptyIndex;
  for (const [server, its] of Map.groupBy(tools, (tool) => tool.server)) index = index.replaceServer(server, its);
  return index;
}

const takes = (...names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  required: names,
});

const of = (server: string, lines: Readonly<Record<string, readonly [string, ...string[]]>>) =>
  Object.entries(lines).map(([tool, [description, ...parameters]]) =>
    makeTool(server, tool, { description, inputSchema: takes(...parameters) }),
  );

export const smallCatalogue: readonly CatalogueTool[] = [
  ...of("files", {
    read_text_file: ["Read a text file from disk.", "path"],
    write_file: ["Write text to a file, replacing what was there.", "path", "content"],
    delete_file: ["Delete a file.", "path"],
    list_directory: ["List the entries of a directory.", "path"],
    create_directory: ["Create a directory.", "path"],
    search_files: ["Search for files by a glob pattern.", "pattern"],
  }),
  ...of("git", {
    git_log: ["View the commit history."],
    git_commit: ["Record staged changes as a commit.", "message"],
    git_merge: ["Merge a branch into the current one.", "branch"],
    git_fetch: ["Fetch new commits from a remote without merging.", "remote"],
  }),
  ...of("browser", {
    navigate: ["Go to a web address.", "url"],
    click: ["Click an element of the page.", "element"],
    take_screenshot: ["Take a screenshot of the page."],
    console_messages: ["List the messages of the page's console."],
  }),
  ...of("shop-db", {
    count: ["Count documents in a collection.", "collection"],
    "drop-collection": ["Drop a collection from the database.", "collection"],
    "list-collections": ["List the collections of a database."],
  }),
];
