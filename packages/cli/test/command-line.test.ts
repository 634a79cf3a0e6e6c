import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import { expect, it } from "vitest";

import { helpText } from "../src/help/help-text.ts";
import { exitCode } from "../src/process/exit-code.ts";
import { routes } from "../src/routes.ts";
import { runInResident } from "./resident/resident-tenon.ts";
import { runTenon as runProcess, tenon } from "./tenon.ts";

const runTenon = (...args: readonly string[]) => runInResident({ args, cwd: process.cwd(), env: process.env });

it.each([[["--help"]], [["-h"]], [[]]])("%j prints the commands", async (args) => {
  const { code, stdout, stderr } = await runProcess(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Bring your tools to every coding agent");
  expect(stdout).toContain("\nUsage: tenon <command> [options]\n");
  expect(stdout).toMatch(/^ {2}agent +Run the Tenon agent/m);
});

it("prints commands first, then options, examples and exit codes", async () => {
  const { stdout } = await runTenon("--help");
  expect(stdout.match(/^[A-Z][a-z ]+(?=:$)/gm)).toEqual(["Commands", "Options", "Examples", "Exit codes"]);
});

it.each(allTargets())("breaks the help of %s between words where the terminal ends", (name, target) => {
  const prefix = name.split(" ");
  const help = (columns: number) => helpText(target, { prefix, isRoot: prefix.length === 1, columns });
  const [text] = help(80).split("\nExamples:");
  expect(text?.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(help(80).split(/\s+/)).toEqual(help(100).split(/\s+/));
});

it("prints the help of a command: purpose, usage, options with values and defaults, examples", async () => {
  const { code, stdout } = await runTenon("log", "follow", "--help");
  expect(code).toBe(0);
  expect(stdout).toBe(`Follow a session that is running, here or in another program.

Usage: tenon log follow [options] <id>

Shows the last entries, then each new one as it finishes. Ctrl-C exits.

Arguments:
  id  Session id, a unique prefix of it, or "last"

Options:
      --last <number>     Number of entries to start with (default: 10)
      --full              Show the whole output of tools
      --json              Print each change of an entry as JSON Lines
      --store <url|file>  Postgres database that several machines share: URL, or a file with it
  -h, --help              Show this help

Examples:
  tenon log follow last
`);
});

it("prints the help of a group of commands that is named without one of them", async () => {
  const { code, stdout } = await runTenon("tools");
  expect(code).toBe(0);
  expect(stdout).toContain("Usage: tenon tools <command> [options]");
});

it("shows an option that is on by default as the one that turns it off", async () => {
  const { stdout } = await runTenon("run", "--help");
  expect(stdout).toMatch(/^ +--no-journal +Do not record the session$/m);
  expect(stdout).toMatch(/^ +--attach <path> +.*\(repeatable\)$/m);
});

it.each([["--version"], ["-V"]])("%s shows the version", async (flag) => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(await runTenon(flag)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

it.each([
  [["agnet"], "did you mean `agent`?"],
  [["agent", "--modle", "x"], "tenon: unknown option --modle; did you mean --model?"],
  [["run", "--timeout", "x"], 'tenon: --timeout: expected a number of seconds greater than 0, got "x"'],
  [["run", "--timeout"], "tenon: --timeout needs a value"],
  [["serve", "--log-level", "loud"], 'tenon: --log-level: expected error, warn, info, debug, got "loud"'],
  [["log", "show"], "tenon: missing argument <id>"],
  [["log", "show", "a", "b"], 'tenon: unexpected argument "b"'],
  [["agent", "--model", "gpt-17"], "Unknown model gpt-17. Use provider/model"],
])("%j is not understood: exit code 2, and the nearest thing is named", async (args, hint) => {
  const { code, stdout, stderr } = await runProcess(...args);
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

it("`tenon help` is --help, also of a command", async () => {
  expect(await runTenon("help")).toEqual(await runTenon("--help"));
  expect(await runTenon("help", "log", "follow")).toEqual(await runTenon("log", "follow", "--help"));
});

it.each([
  [["lo"], ["log"]],
  [
    ["log", "fo"],
    ["follow", "fork"],
  ],
  [
    ["run", "--opt"],
    ["--optional-server", "--option"],
  ],
  [["completion", "f"], ["fish"]],
])("completes %j", async (words, proposals) => {
  const { stdout } = await runTenon("__complete", ...words);
  expect(stdout.trimEnd().split("\n").toSorted()).toEqual(proposals.toSorted());
});

it("prints a completion script that bash can use", async () => {
  const { stdout: script } = await runTenon("completion", "bash");
  const bin = `tenon() { "${process.execPath}" "${tenon}" "$@"; }`;
  const ask = "COMP_WORDS=(tenon lo); COMP_CWORD=1; _tenon; printf '%s' \"${COMPREPLY[@]}\"";
  const run = promisify(execFile)("bash", ["-c", `${bin}\n${script}\n${ask}`]);
  expect((await run).stdout).toBe("log");
});

type Target = Parameters<typeof helpText>[0];

/** `tenon`, each of its commands, and each of theirs. */
function allTargets(name = "tenon", target: Target = routes): readonly (readonly [string, Target])[] {
  if (!("getAllEntries" in target)) return [[name, target]];
  const below = target.getAllEntries();
  return [
    [name, target],
    ...below.flatMap((entry) => allTargets(`${name} ${entry.name["convert-camel-to-kebab"]}`, entry.target)),
  ];
}
