import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";
import { z } from "zod";

import { templateFiles } from "../../packages/create-tenon-toolset/src/template.ts";

// What the MCP registry takes (its schema of 2025-12-11), as far as our manifests use it. Unknown fields are mistakes of ours.
const input = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  description: z.string().min(1),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
  choices: z.array(z.string()).optional(),
  default: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
});
const manifest = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+$/),
      transport: z.strictObject({ type: z.literal("stdio") }),
      environmentVariables: z.array(input).optional(),
    }),
  ),
});

it.each(["toolset-database", "toolset-delivery"])("server.json of %s is one that the MCP registry takes", (room) => {
  const file = fileURLToPath(new URL(`../../packages/${room}/server.json`, import.meta.url));
  expect(manifest.safeParse(JSON.parse(readFileSync(file, "utf8"))).error).toBeUndefined();
});

it("so is that of a new toolset, with a name to fill in", () => {
  const { name, ...rest } = JSON.parse(templateFiles("my-notes")["server.json"] ?? "");
  expect(name).toBe("io.github.YOUR-NAME/my-notes");
  expect(manifest.safeParse({ name, ...rest }).error).toBeUndefined();
});
