import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { exitCode } from "../src/process/exit-code.ts";
import { runTenon } from "./tenon.ts";

it.each([[["--help"]], [["-h"]], [[]]])("%j shows what there is", async (args) => {
  const { code, stdout, stderr } = await runTenon(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Bring your tools to every coding agent");
  expect(stdout).toContain("agent  An ACP agent");
});

it("every command has help of its own", async () => {
  const { code, stdout } = await runTenon("agent", "--help");
  expect(code).toBe(0);
  expect(stdout).toContain("--model");
  expect(stdout).toContain("It ends when standard input ends");
});

it.each([["--version"], ["-V"]])("%s shows the version", async (flag) => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(await runTenon(flag)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

it.each([
  [["agnet"], "did you mean `agent`?"],
  [["agent", "--modle", "x"], "did you mean --model?"],
  [["agent", "--model", "gpt-17"], "There is no model called gpt-17. Name one as provider/model"],
])("%j is not understood: exit code 2, and the nearest thing is named", async (args, hint) => {
  const { code, stdout, stderr } = await runTenon(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(hint);
});

it("the exit codes are documented, in the help and in docs/", async () => {
  const page = readFileSync(new URL("../../../docs/exit-codes.md", import.meta.url), "utf8");
  const { stdout } = await runTenon("--help");
  for (const code of Object.values(exitCode)) {
    expect(page).toMatch(new RegExp(`^\\| ${code} +\\|`, "m"));
    expect(stdout).toMatch(new RegExp(`^ +${code}  `, "m"));
  }
});
