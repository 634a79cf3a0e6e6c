/**
 * `initialize` is answered before the agent is loaded, and once.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { expect, it } from "vitest";

import { plainAgentFlags } from "../src/commands/agent/plain-flags.ts";
import { noConfiguration, tenon } from "./tenon.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: "one",
  method: "initialize",
  params: { protocolVersion: 1, clientCapabilities: { auth: { terminal: true } } },
};

it("[R34] answers initialize once, and as the agent does when it comes behind an empty line", async () => {
  const lines = [JSON.stringify(INITIALIZE), request("two")];
  const early = await answersTo(lines);
  expect(early).toMatchObject([
    { id: "one", result: { protocolVersion: 1 } },
    { id: "two", error: { code: -32_601 } },
  ]);
  expect(await answersTo(["", ...lines])).toEqual(early);
});

it("[R27] leaves a first message that is not a valid initialize to the agent", async () => {
  expect(await answersTo([request("two")])).toMatchObject([{ id: "two", error: {} }]);
  const params = { ...INITIALIZE.params, protocolVersion: "1" };
  expect(await answersTo([JSON.stringify({ ...INITIALIZE, params })])).toMatchObject([
    { id: "one", error: { code: -32_602 } },
  ]);
  expect(await answersTo(["no JSON"])).toMatchObject([{ id: null, error: { code: -32_700 } }]);
  expect(await answersTo([])).toEqual([]);
});

it("[G-05] ends with its launcher, also when no line has come", async () => {
  const child = spawn(process.execPath, [tenon, "agent", "--no-journal"], {
    stdio: ["pipe", "ignore", "inherit", "pipe"],
    env: { ...process.env, ...noConfiguration, TENON_LAUNCHER_FD: "3" },
  });
  child.stdio[3]?.destroy();
  await once(child, "close");
  expect(child.exitCode ?? child.signalCode).not.toBeNull();
});

it("reads the flags that editors give, and leaves all others to the command line", () => {
  const none = { journal: true, unstable: false, signIn: false };
  expect(plainAgentFlags(["agent"])).toEqual(none);
  expect(plainAgentFlags(["agent", "--model", "a/b", "--no-journal", "--unstable"])).toEqual({
    ...none,
    model: "a/b",
    journal: false,
    unstable: true,
  });
  for (const words of [["--model"], ["--model", "--unstable"], ["--sign-in"], ["--help"], ["x"], ["--unstable=no"]])
    expect(plainAgentFlags(["agent", ...words])).toBeUndefined();
  expect(plainAgentFlags(["serve"])).toBeUndefined();
  expect(plainAgentFlags([])).toBeUndefined();
});

function request(id: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "no/such", params: {} });
}

async function answersTo(lines: readonly string[]): Promise<readonly unknown[]> {
  const child = spawn(process.execPath, [tenon, "agent", "--no-journal"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...noConfiguration },
  });
  const answers: unknown[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => answers.push(JSON.parse(line)));
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  await once(child, "close");
  return answers;
}
