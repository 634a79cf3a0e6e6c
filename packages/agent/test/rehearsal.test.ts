import type { ModelTool } from "@tenon/agent";
import { describe, expect, it } from "vitest";

import { chooseTool } from "../src/rehearsal/choose-tool.ts";
import { fillArguments } from "../src/rehearsal/fill-arguments.ts";

const tools: readonly ModelTool[] = [
  tool("mcp__files__read_text_file", "Read the contents of a file as text", ["path"]),
  tool("mcp__files__list_directory", "List the entries of a directory", ["path"]),
  tool("mcp__calc__getSum", "Returns the sum of two numbers", ["a", "b"]),
  tool("mcp__calc__echo", "Echoes back the message", ["message"]),
];

describe("choosing a tool", () => {
  it.each([
    ["What is the sum of 17 and 25?", "mcp__calc__getSum"],
    ["read the text file notes.txt", "mcp__files__read_text_file"],
    ["list the directory /tmp", "mcp__files__list_directory"],
    ["please list directories", "mcp__files__list_directory"],
    ["use mcp__calc__echo with message=hi", "mcp__calc__echo"],
  ])("%s → %s", (request, name) => expect(chooseTool(request, tools)?.name).toBe(name));

  it.each(["hello", "", "what is the meaning of life?"])("finds none for: %s", (request) => {
    expect(chooseTool(request, tools)).toBeUndefined();
  });
});

describe("filling arguments", () => {
  it.each([
    ["sum of 17 and -2.5", { a: "number", b: "number" }, { a: 17, b: -2.5 }],
    ["a=1, b: 2", { b: "integer", a: "integer" }, { a: 1, b: 2 }],
    ['say "hello there"', { message: "string" }, { message: "hello there" }],
    ["read notes.txt", { path: "string" }, { path: "notes.txt" }],
    ["read /tmp/a b/notes.txt", { path: "string" }, { path: "/tmp/a" }],
    ['write "hello" to src/a.txt', { path: "string", content: "string" }, { path: "src/a.txt", content: "hello" }],
    ["recursive=true in /tmp", { path: "string", recursive: "boolean" }, { path: "/tmp", recursive: true }],
    ['tags=["a","b"]', { tags: "array" }, { tags: ["a", "b"] }],
  ])("%s", (request, types, args) => {
    expect(fillArguments(request, schema(types))).toEqual({ args, missing: [] });
  });

  it("says what is missing", () => {
    expect(fillArguments("add 5", schema({ a: "number", b: "number" }))).toEqual({ args: { a: 5 }, missing: ["b"] });
  });

  it("leaves optional properties alone unless they are named", () => {
    const properties = { path: { type: "string" }, head: { type: "number" } };
    const inputSchema = { properties, required: ["path"] };
    expect(fillArguments("first 3 lines of a.txt", inputSchema).args).toEqual({ path: "a.txt" });
    expect(fillArguments("a.txt head=3", inputSchema).args).toEqual({ path: "a.txt", head: 3 });
  });

  it.each([[{}], [{ properties: null }], [{ required: "a" }], [{ properties: { a: true }, required: ["b", 1] }]])(
    "[P-09] does not stumble over the schema %j",
    (inputSchema) => expect(() => fillArguments("anything a=1", inputSchema)).not.toThrow(),
  );
});

function tool(name: string, description: string, parameters: readonly string[]): ModelTool {
  return { name, description, inputSchema: schema(Object.fromEntries(parameters.map((name) => [name, "string"]))) };
}

function schema(types: Readonly<Record<string, string>>) {
  const properties = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  return { type: "object", properties, required: Object.keys(types) };
}
