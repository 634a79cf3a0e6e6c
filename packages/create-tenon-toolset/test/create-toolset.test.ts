import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createToolset } from "create-tenon-toolset";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
// The packages are not built here.
const source = "--conditions=tenon:source";

let parent: string;
beforeAll(async () => void (parent = await mkdtemp(join(tmpdir(), "tenon-create-"))));
afterAll(() => rm(parent, { recursive: true }));

it("makes a toolset whose tests pass at once, that can be built, and that is type-correct", async () => {
  const { folder, name } = await createToolset(join(parent, "my-notes"));
  await symlink(modules, join(folder, "node_modules"));
  const env = { ...process.env, NODE_OPTIONS: source };
  const tests = await run(process.execPath, ["--test", "--test-reporter=tap", "toolset.test.ts"], { cwd: folder, env });
  expect(tests.stdout).toMatch(/^# pass 4$/m);
  await run(process.execPath, ["build.mjs"], { cwd: folder });
  expect(await readFile(join(folder, "dist/serve.js"), "utf8")).toContain('from "./toolset.js"');
  const compiler = [fileURLToPath(new URL("../../../tooling/node.mjs", import.meta.url)), "--bin", "typescript"];
  const options = ["--project", folder, "--customConditions", "tenon:source", "--lib", "es2024,esnext.disposable"];
  await run(process.execPath, [...compiler, ...options], { cwd: fileURLToPath(new URL("../../..", import.meta.url)) });
  expect({ name, files: (await readdir(folder)).toSorted() }).toMatchObject({
    name: "my-notes",
    files: expect.arrayContaining([".mcp.json", "README.md", "server.json", "toolset.ts"]),
  });
});

it("overwrites nothing, and takes only names of packages", async () => {
  await writeFile(join(parent, "file"), "");
  await expect(createToolset(parent)).rejects.toThrow("is not empty");
  await expect(createToolset(join(parent, "my notes"))).rejects.toThrow('"my notes" cannot be the name of a package');
});

it("is a program for npm create", async () => {
  const program = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const made = await run(process.execPath, [program, "other-notes"], { cwd: parent });
  expect(made.stdout).toContain("cd other-notes\n  npm install\n  npm test\n");
  await expect(run(process.execPath, [program], { cwd: parent })).rejects.toMatchObject({
    code: 2,
    stderr: "Usage: npm create tenon-toolset <folder>\n",
  });
});
