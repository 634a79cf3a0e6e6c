import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { expect, it } from "vitest";

import { lazy } from "../lazy-validators/lazy.ts";
import { makeLazy } from "../lazy-validators/plugin.ts";

it("wraps every validator of the installed SDK", () => {
  const sdk = dirname(createRequire(import.meta.url).resolve("@agentclientprotocol/sdk"));
  for (const file of ["zod.gen.js", "guards.gen.js"]) {
    const code = readFileSync(join(sdk, "../schema", file), "utf8");
    expect(makeLazy(code, file).match(/= lazy\(\(\) => /g)?.length).toBe(
      code.match(/^(export )?const z\w+ =/gm)?.length,
    );
  }
});

it("fails the build when a file does not look as expected", () => {
  expect(() => makeLazy("export const zA = z.string()", "zod.gen.js")).toThrow("zod.gen.js has 1 validators, and 0");
  expect(() => makeLazy("", "zod.gen.js")).toThrow("0 validators");
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
