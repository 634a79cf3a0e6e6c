import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { buildCatalogue } from "../../src/catalogue/catalogue.ts";
import { endpointNames } from "../../src/endpoint/tools/endpoint-name.ts";
import { createToolTable } from "../../src/endpoint/tools/tool-table.ts";

const OWN_NAMES = new Set(["find_tools", "call_tool"]);
const TRICKY = [
  "mcp",
  "tenon",
  "mcp-server",
  "tenon-server",
  "a",
  "a_b",
  "a__b",
  "a.b",
  "_a",
  "a_",
  "find_tools",
  "ünï",
];
const servers = fc.oneof(fc.constantFrom(...TRICKY), fc.string({ minLength: 1, maxLength: 80 }));
const tools = fc.oneof(
  fc.constantFrom(...TRICKY, "mcp__a__b", "tenon__a", "a__b", "x".repeat(100), `${"x".repeat(99)}y`, "search"),
  fc.tuple(fc.constantFrom(...TRICKY), fc.constantFrom(...TRICKY)).map((parts) => parts.join("__")),
);
// The endpoint's name of one would be the catalogue's name of the other.
const CLASH = [
  { name: "mcp", tools: ["a__b"] },
  { name: "a", tools: ["b"] },
];
const catalogues = fc.uniqueArray(fc.record({ name: servers, tools: fc.uniqueArray(tools, { maxLength: 8 }) }), {
  selector: ({ name }) => name,
  maxLength: 6,
});
const shapes = fc.record({
  names: fc.constantFrom("prefixed" as const, "plain" as const),
  nameLength: fc.integer({ min: 32, max: 64 }),
});

describe("[P66] the names of an endpoint's tools", () => {
  it("are unique, short, usable everywhere, and none reads as if it had a prefix of an agent", () => {
    fc.assert(
      fc.property(catalogues, shapes, (given, shape) => {
        const { table, catalogue } = tableOf(given, shape);
        const names = table.ofHub.map(({ name }) => name);
        expect(new Set(names).size).toBe(catalogue().tools.length);
        for (const name of names) {
          expect(name).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(name.length).toBeLessThanOrEqual(shape.nameLength);
          expect(name).not.toMatch(/^(?:mcp|tenon)__/);
          expect(OWN_NAMES).not.toContain(name);
        }
      }),
    );
  });

  it("lead back to their tools, as those of the catalogue do", () => {
    fc.assert(
      fc.property(catalogues, shapes, (given, shape) => {
        const { table } = tableOf(given, shape);
        for (const tool of table.ofHub) {
          expect(table.find(tool.name)).toBe(tool);
          expect(table.find(tool.catalogued?.name ?? "")).toBe(tool);
        }
      }),
      { examples: [[CLASH, { names: "prefixed", nameLength: 52 }]] },
    );
  });

  it("stay as they are while other servers come and go", () => {
    fc.assert(
      fc.property(catalogues, fc.infiniteStream(fc.boolean()), shapes, (given, isThere, shape) => {
        const { table, become } = tableOf(given, shape);
        const known = new Map<string, string>();
        for (let time = 0; time < 4; time += 1) {
          become(given.filter(() => isThere.next().value));
          for (const { server, tool, name } of table.ofHub) {
            const key = JSON.stringify([server, tool]);
            expect(known.get(key) ?? name).toBe(name);
            known.set(key, name);
          }
        }
      }),
    );
  });
});

type Given = readonly { readonly name: string; readonly tools: readonly string[] }[];

function tableOf(given: Given, { names, nameLength }: { names: "prefixed" | "plain"; nameLength: number }) {
  const build = (of: Given) =>
    buildCatalogue(
      of.map(({ name, tools }) => ({ spec: { name }, tools: tools.map((tool) => ({ name: tool, inputSchema: {} })) })),
      { mostTools: 1_000 },
    );
  let catalogue = build(given);
  const table = createToolTable({
    hub: () => ({
      catalogue,
      isForModels: () => true,
      offer: () => {
        throw new Error("Nothing is listed here");
      },
    }),
    functions: [],
    listsAll: true,
    owner: "tenon",
    nameOf: endpointNames({ names, taker: { nameLength }, owner: "tenon" }),
    ownNames: OWN_NAMES,
  });
  return {
    table,
    catalogue: () => catalogue,
    become: (next: Given) => {
      catalogue = build(next);
    },
  };
}
