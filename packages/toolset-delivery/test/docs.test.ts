import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { deliveryToolset } from "../src/index.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

it("docs/delivery.md has every tool, resource, prompt and variable", () => {
  const page = read("../../../docs/delivery.md");
  const { tools, resources, prompts } = deliveryToolset();
  const { packages } = JSON.parse(read("../server.json")) as {
    packages: { environmentVariables: { name: string }[] }[];
  };
  const variables = packages.flatMap(({ environmentVariables }) => environmentVariables);
  const uris = resources.map((one) => (one.type === "resource" ? one.uri : one.uriTemplate));
  const names = [...tools, ...prompts, ...variables].map(({ name }) => name);
  expect([...names, ...uris].filter((name) => !page.includes(name))).toEqual([]);
});

it("the registry, npm and the server have the same name and version", () => {
  const manifest = JSON.parse(read("../package.json")) as { name: string; version: string; mcpName: string };
  const { version } = deliveryToolset();
  expect(version).toBe(manifest.version);
  expect(JSON.parse(read("../server.json"))).toMatchObject({
    name: manifest.mcpName,
    version,
    packages: [{ identifier: manifest.name, version }],
  });
});
