import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { expect, it } from "vitest";

import { lazy } from "../lazy-validators/lazy.ts";
import { makeLazy } from "../lazy-validators/plugin.ts";

const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(name));

it("wraps every validator of the installed SDK of ACP", () => {
  for (const file of ["zod.gen.js", "guards.gen.js"]) {
    const path = join(folderOf("@agentclientprotocol/sdk"), "../schema", file);
    const code = readFileSync(path, "utf8");
    expect(makeLazy(code, path).match(/= lazy\(\(\) => /g)?.length).toBe(
      code.match(/^(export )?const z\w+ =/gm)?.length,
    );
  }
});

it("wraps every validator of the installed SDK of MCP", () => {
  for (const name of ["client", "core"]) {
    const folder = folderOf(`@modelcontextprotocol/${name}`);
    for (const file of readdirSync(folder).filter((each) => /^(schemas|auth|src)-.*\.mjs$/.test(each))) {
      const code = readFileSync(join(folder, file), "utf8");
      const lazily = makeLazy(code, join(folder, file));
      expect(lazily).not.toMatch(/^\t?const \w+Schema(\$\d)? = (\/\*.*\*\/ )?(?!lazy)\w+\b[.(]/m);
    }
  }
});

it("fails the build when a file does not look as expected", () => {
  const file = "/node_modules/@agentclientprotocol/sdk/dist/v1/schema/zod.gen.js";
  expect(() => makeLazy("export const zA = z.string()", file)).toThrow("zod.gen.js has 1 validators, and 0");
  expect(() => makeLazy("", file)).toThrow("0 validators");
});

it("makes a value once, when something is first asked of it", () => {
  let made = 0;
  class Thing {
    readonly size = (made += 1);
  }
  const thing = lazy(() => new Thing());
  expect(made).toBe(0);
  expect([thing.size, thing.size, "size" in thing, thing instanceof Thing, made]).toEqual([1, 1, true, true, 1]);
});
