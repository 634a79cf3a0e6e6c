import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import * as v from "valibot";
import { expect, it } from "vitest";
import { z } from "zod";

import {
  defineResource,
  defineResourceTemplate,
  defineTool,
  defineToolset,
  openToolset,
  type Toolset,
} from "@tenon/toolset";

const about = { name: "x", version: "1" };
const tool = (name: string) => defineTool({ name, description: "", run: () => "" });
const resource = (uri: string, name = uri) => defineResource({ name, uri, read: () => "" });

it.each<[string, () => Toolset, string]>([
  [
    "two tools of one name",
    () => defineToolset({ ...about, tools: [tool("a"), tool("a")] }),
    "two definitions of the tool a",
  ],
  [
    "a name that models cannot call",
    () => defineToolset({ ...about, tools: [tool("a b")] }),
    'the tool name "a b" must have',
  ],
  ["an empty name", () => defineToolset({ ...about, name: " " }), "the name must be a non-empty string"],
  [
    "a URI that is none",
    () => defineToolset({ ...about, resources: [resource("a b")] }),
    'the resource URI "a b" is not a URI',
  ],
  [
    "two resources with one URI",
    () => defineToolset({ ...about, resources: [resource("x://a", "1"), resource("x://a", "2")] }),
    "two definitions of the resource URI x://a",
  ],
  [
    "a reserved URI",
    () => defineToolset({ ...about, resources: [resource("tenon://policy")] }),
    "is reserved for the policy",
  ],
  [
    "a template without variables",
    () =>
      defineToolset({
        ...about,
        resources: [defineResourceTemplate({ name: "t", uriTemplate: "x://a", read: () => "" })],
      }),
    "the URI template x://a has no variables",
  ],
])("refuses %s when it is defined", (_what, define, reason) => {
  expect(define).toThrow(reason);
});

it("names the tool whose schema cannot be listed", () => {
  const valibot = v.object({ a: v.string() }) as never;
  const open = (input: never) =>
    openToolset(defineToolset({ ...about, tools: [defineTool({ name: "a", description: "", input, run: () => "" })] }));
  expect(() => open(valibot)).toThrow(
    "The tool a cannot be served: The schema (valibot) cannot be written as JSON Schema",
  );
  expect(() => open(z.string() as never)).toThrow('The schema must describe an object, not "string"');
});

it("has a root entry that needs nothing of Node.js", () => {
  const source = fileURLToPath(new URL("../src/", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const needing = files.filter((file) => /from "(node:|@tenon\/basis\/node)/.test(readFileSync(source + file, "utf8")));
  expect(needing.filter((file) => !file.startsWith("node"))).toEqual([]);
  expect(needing).not.toEqual([]);
});
