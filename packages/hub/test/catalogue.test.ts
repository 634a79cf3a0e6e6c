import { expect, it } from "vitest";

import { buildCatalogue } from "../src/catalogue/catalogue.ts";

const described = (definition: Readonly<Record<string, unknown>>) =>
  buildCatalogue([{ spec: { name: "github" }, tools: [{ name: "createPull_request", ...definition }] }], {
    mostTools: 10,
  }).tools[0]?.description;

it("[M25] describes a tool that its server does not", () => {
  const inputSchema = { properties: { owner: { type: "string" }, body: { type: "string" } }, required: ["owner"] };
  const inWords = "Create Pull request, on the MCP server github. Parameters: owner (required), body.";
  for (const description of [undefined, "", " \n", 7]) expect(described({ description, inputSchema })).toBe(inWords);
  expect(described({ title: "Opens a pull request" })).toBe(
    "Opens a pull request, on the MCP server github. It takes no parameters.",
  );
  expect(described({ description: "Opens one." })).toBe("Opens one.");
});

it("[M41] shares its limit among servers, and says whose tools it cut", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `t${at}` }));
  const sources = [
    { spec: { name: "big" }, tools: many(50) },
    { spec: { name: "small" }, tools: many(2) },
    { spec: { name: "bigger" }, tools: many(70) },
  ];
  const { tools, warnings } = buildCatalogue(sources, { mostTools: 22 });
  const kept = [...Map.groupBy(tools, ({ server }) => server)].map(([name, { length }]) => [name, length]);
  expect(kept).toEqual([
    ["big", 10],
    ["small", 2],
    ["bigger", 10],
  ]);
  expect(warnings.map(({ message }) => message)).toEqual([
    "big lists 50 tools; 10 are kept, because a session holds at most 22 tools",
    "bigger lists 70 tools; 10 are kept, because a session holds at most 22 tools",
  ]);
});
