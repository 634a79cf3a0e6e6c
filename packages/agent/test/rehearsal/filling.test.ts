import { describe, expect, it } from "vitest";

import { fillArguments } from "../../src/model/rehearsal/fill-arguments.ts";

describe("filling arguments", () => {
  it.each<readonly [request: string, types: Readonly<Record<string, unknown>>, args: unknown]>([
    ["sum of 17 and -2.5", { a: "number", b: "number" }, { a: 17, b: -2.5 }],
    ["a=1, b=2", { b: "integer", a: "integer" }, { a: 1, b: 2 }],
    ["--limit=5 please", { limit: "integer" }, { limit: 5 }],
    ["close issue #42", { number: "integer" }, { number: 42 }],
    ['say "hello there"', { message: "string" }, { message: "hello there" }],
    ["say “hello there”", { message: "string" }, { message: "hello there" }],
    ["read notes.txt", { path: "string" }, { path: "notes.txt" }],
    ["read /tmp/a b/notes.txt", { path: "string" }, { path: "/tmp/a" }],
    ["read ~/.config/a.json.", { path: "string" }, { path: "~/.config/a.json" }],
    ["read .env", { path: "string" }, { path: ".env" }],
    ['write "hello" to src/a.txt', { path: "string", content: "string" }, { path: "src/a.txt", content: "hello" }],
    ["recursive=true in /tmp", { path: "string", recursive: "boolean" }, { path: "/tmp", recursive: true }],
    ["list /tmp recursive=false", { path: "string", recursive: "boolean" }, { path: "/tmp", recursive: false }],
    ['tags=["a","b"]', { tags: "array" }, { tags: ["a", "b"] }],
    ['filter={"age": {"$gt": 3}}', { filter: "object" }, { filter: { age: { $gt: 3 } } }],
    ["tags=a,b", { tags: { type: "array", items: { type: "string" } } }, { tags: ["a", "b"] }],
    ['tag it "a", "b" and "c"', { tags: { type: "array", items: { type: "string" } } }, { tags: ["a", "b", "c"] }],
    ["read a.txt and b.txt", { paths: { type: "array", items: { type: "string" } } }, { paths: ["a.txt", "b.txt"] }],
    ["mean of 1, 2 and 3", { values: { type: "array", items: { type: "number" } } }, { values: [1, 2, 3] }],
    ["open https://example.com/x.", { url: "string" }, { url: "https://example.com/x" }],
    ["echo hello there", { message: "string" }, { message: "hello there" }],
    ["what do we know about mortises?", { query: "string" }, { query: "mortises" }],
    ["find abc1234", { commit: "string" }, { commit: "abc1234" }],
    ["go 5", { amount: { type: ["integer", "null"] } }, { amount: 5 }],
  ])("%s", (request, types, args) => {
    expect(fillArguments(request, { name: "echo_find", inputSchema: object(types) })).toEqual({
      args,
      missing: undefined,
    });
  });

  it("says what is missing, and makes nothing up", () => {
    const tool = { name: "add", inputSchema: object({ a: "number", b: "number" }) };
    const { args, missing } = fillArguments("add 5", tool);
    expect(args).toEqual({ a: 5 });
    expect(missing).toBe("b");
  });

  it("leaves optional properties alone unless it is clear that they are meant", () => {
    const properties = {
      path: { type: "string" },
      head: { type: "number" },
      note: { type: "string" },
      other: { type: "string" },
      mode: { enum: ["fast", "slow"] },
    };
    const tool = { name: "read", inputSchema: { properties, required: ["path"] } };
    expect(fillArguments("first 3 lines of a.txt", tool).args).toEqual({ path: "a.txt" });
    expect(fillArguments('a.txt and "this"', tool).args).toEqual({ path: "a.txt" });
    expect(fillArguments("a.txt head=3", tool).args).toEqual({ path: "a.txt", head: 3 });
    expect(fillArguments("a.txt mode=slow", tool).args).toEqual({ path: "a.txt", mode: "slow" });
  });

  it("never gives one quoted text to two properties", () => {
    const properties = { message: { type: "string" }, line: { type: "string" } };
    const tool = { name: "say", inputSchema: { properties, required: ["line"] } };
    expect(fillArguments('say message "hi"', tool).args).toEqual({ line: "hi" });
  });

  it("does not read words inside quotes as instructions", () => {
    const inputSchema = object({ text: "string", path: "string" });
    expect(fillArguments('write "path=/etc/passwd" to a.txt', { name: "x", inputSchema }).args).toEqual({
      text: "path=/etc/passwd",
      path: "a.txt",
    });
  });

  it.each([
    [{}],
    [{ properties: null }],
    [{ required: "a" }],
    [{ properties: { a: true }, required: ["b", 1] }],
    [{ properties: { a: { $ref: "#/properties/a" }, b: { $ref: "nowhere" } }, required: ["a", "b"] }],
    [{ properties: { "a(": { type: "string" } }, required: ["a("] }],
    [{ properties: { a: { type: "array", items: { type: "object", properties: {} } } }, required: ["a"] }],
    [{ properties: { a: { type: "array", items: object({ b: { default: 1 } }) } }, required: ["a"] }],
    [{ properties: { a: { enum: [null, 1, ""] } }, required: ["a"] }],
  ])("[P-09] does not stumble over the schema %j", (inputSchema) => {
    expect(() => fillArguments('anything a=1 "b"', { name: "x", inputSchema })).not.toThrow();
  });
});

function object(types: Readonly<Record<string, unknown>>) {
  const properties = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, typeof type === "string" ? { type } : type]),
  );
  return { type: "object", properties, required: Object.keys(types) };
}
