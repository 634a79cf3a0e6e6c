import { describe, expect, it } from "vitest";

import type { ModelTool } from "../../src/model/model.ts";
import { chooseTool, findNamed } from "../../src/model/rehearsal/choose-tool.ts";
import { ownTools } from "./own-tools.ts";
import { rehearse, said } from "./rehearse.ts";

const servers: readonly ModelTool[] = [
  tool("mcp__files__read_text_file", "Read the contents of a file as text", ["path"]),
  tool("mcp__files__list_directory", "List the entries of a directory", ["path"]),
  tool("mcp__files__create_directory", "Create a new directory or ensure a directory exists", ["path"]),
  tool("mcp__files__write_file", "Create a new file or completely overwrite an existing file with new content", [
    "path",
    "content",
  ]),
  tool("mcp__calc__getSum", "Returns the sum of two numbers", ["a", "b"]),
  tool("mcp__calc__echo", "Echoes back the message", ["message"]),
  tool("mcp__parrot__echo", "Says the message again", ["message"]),
];

describe("choosing a tool", () => {
  it.each([
    ["What is the sum of 17 and 25?", "mcp__calc__getSum"],
    ["read the text file notes.txt", "mcp__files__read_text_file"],
    ["list the directory /tmp", "mcp__files__list_directory"],
    ["please list directories", "mcp__files__list_directory"],
    ["make a directory called build", "mcp__files__create_directory"],
  ])("by its words: %s → %s", (request, name) => expect(chooseTool(request, servers)?.tool.name).toBe(name));

  it.each([
    ["use mcp__calc__echo with message=hi", "mcp__calc__echo"],
    ["read_text_file for the sum of all files", "mcp__files__read_text_file"],
    ["use echo to list the directory", "mcp__calc__echo"],
    ["getSum of the files in the directory", "mcp__calc__getSum"],
  ])("by its name, whatever else the request has: %s → %s", (request, name) => {
    expect(findNamed(request, servers)?.tool.name).toBe(name);
  });

  it("takes no file for a tool's name", () => {
    expect(findNamed("list the directory src/getSum/ and not list_directory.ts", servers)).toBeUndefined();
  });

  it.each(["hello", "", "ok", "what is the meaning of life?", "thank you for your help!", "how are you today?"])(
    "finds none for: %s",
    (request) => {
      expect(chooseTool(request, servers)).toBeUndefined();
      expect(chooseTool(request, ownTools())).toBeUndefined();
      expect(chooseTool(request, [])).toBeUndefined();
    },
  );

  it("finds none because of one common word", () => {
    expect(chooseTool("whisper a text", [tool("mcp__good__echo", "echo a text", ["text"])])).toBeUndefined();
  });
});

describe("plain requests for the agent's own tools", () => {
  it.each<readonly [request: string, name: string, args: unknown]>([
    ["read notes.txt", "read_file", { path: "notes.txt" }],
    ["Please read the file src/main.ts.", "read_file", { path: "src/main.ts" }],
    ["show me package.json", "read_file", { path: "package.json" }],
    ["what does README.md say?", "read_file", { path: "README.md" }],
    ["list the folder src", "list_folder", { path: "src" }],
    ["list the src folder", "list_folder", { path: "src" }],
    ["what is in this folder?", "list_folder", {}],
    ["list the files in packages/agent/", "list_folder", { path: "packages/agent/" }],
    ["search for TODO in src", "search_text", { pattern: "TODO", path: "src" }],
    ['search for "not found" in src', "search_text", { pattern: "not found", path: "src" }],
    ["find files matching *.ts in packages", "find_files", { pattern: "*.ts", path: "packages" }],
    ["run `npm test`", "run_command", { line: "npm test" }],
    ["run npm test", "run_command", { line: "npm test" }],
    ['run the command "ls -la"', "run_command", { line: "ls -la" }],
    ["run the command `ls -la`", "run_command", { line: "ls -la" }],
    ["run `make all` in the folder build", "run_command", { line: "make all", folder: "build" }],
    ['write "hello" to a.txt', "write_file", { path: "a.txt", content: "hello" }],
    ["write this to notes.md:\n# Notes\nand more", "write_file", { path: "notes.md", content: "# Notes\nand more" }],
    [
      'replace "foo" by "bar" in a.txt',
      "edit_file",
      { path: "a.txt", edits: [{ old_text: "foo", new_text: "bar", replace_all: true }] },
    ],
    [
      'in a.txt, replace "foo" with "bar" and "one" with "two"',
      "edit_file",
      {
        path: "a.txt",
        edits: [
          { old_text: "foo", new_text: "bar", replace_all: true },
          { old_text: "one", new_text: "two", replace_all: true },
        ],
      },
    ],
    [
      'make a plan: "read the code" is in progress',
      "update_plan",
      { entries: [{ content: "read the code", status: "in_progress" }] },
    ],
    ["fetch https://example.com/a?b=1", "fetch_url", { url: "https://example.com/a?b=1" }],
  ])("%s → %s %j", async (request, name, args) => {
    const { calls } = await rehearse(request, { tools: ownTools, answer: () => said("x") });
    expect(calls.at(-1)).toMatchObject({ name });
    expect(calls.at(-1)?.args).toEqual(args);
  });
});

function tool(name: string, description: string, parameters: readonly string[]): ModelTool {
  const properties = Object.fromEntries(parameters.map((name) => [name, { type: "string" }]));
  return { name, description, inputSchema: { type: "object", properties, required: parameters } };
}
