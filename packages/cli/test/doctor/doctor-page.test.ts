import { globSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { runTenon } from "../tenon.ts";

const root = new URL("../../../../", import.meta.url);
const page = readFileSync(new URL("docs/doctor.md", root), "utf8");

it("docs/doctor.md has every option of the command, and no other", async () => {
  const { stdout } = await runTenon("doctor", "--help");
  const optionsIn = (text: string) => new Set([...text.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option));
  const documented = optionsIn(page);
  const options = [...optionsIn(stdout)].filter((option) => option !== "--help");
  expect(options.filter((option) => !documented.has(option))).toEqual([]);
  expect([...documented].filter((option) => !stdout.includes(option))).toEqual([]);
});

it("docs/doctor.md has the code of every finding", () => {
  const sources = globSync("packages/cli/src/commands/doctor/findings/*.ts", { cwd: root.pathname });
  const codes = sources.flatMap((file) =>
    [...readFileSync(new URL(file, root), "utf8").matchAll(/\bcode: "([a-z_]+)"/g)].map(([, code = ""]) => code),
  );
  expect(codes.length).toBeGreaterThan(20);
  expect([...new Set(codes)].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
