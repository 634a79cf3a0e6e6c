import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import cli from "../../packages/cli/package.json" with { type: "json" };
import manifest from "../../registry/agent.json" with { type: "json" };

// What the ACP registry checks of an entry before it takes it.
const REQUIRED = ["id", "name", "version", "description", "distribution"];
const OPTIONAL = ["repository", "authors", "license", "icon"];

it("has the fields that the ACP registry knows, and all that it needs", () => {
  const fields = Object.keys(manifest);
  expect(fields).toEqual(expect.arrayContaining(REQUIRED));
  expect(fields.filter((field) => ![...REQUIRED, ...OPTIONAL].includes(field))).toEqual([]);
  expect(manifest.id).toMatch(/^[a-z][a-z0-9-]*$/);
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
});

it("is about the version of the package that it starts", () => {
  expect(manifest.version).toBe(cli.version);
  expect(manifest.license).toBe(cli.license);
  expect(manifest.distribution).toEqual({ npx: { package: `${cli.name}@${cli.version}`, args: ["agent"] } });
});

it("has an icon of 16 × 16 that takes the colour of the editor", () => {
  const icon = readFileSync(fileURLToPath(new URL("../../registry/icon.svg", import.meta.url)), "utf8");
  expect(icon).toContain('width="16" height="16" viewBox="0 0 16 16"');
  expect([...icon.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour)).toEqual([
    "currentColor",
    "currentColor",
  ]);
  expect(icon).not.toMatch(/style=|<script|href=/);
});
