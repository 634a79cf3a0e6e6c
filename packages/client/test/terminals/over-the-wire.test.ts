import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { countingIds, leaveNothing } from "@tenon/testkit";
import type { Step } from "@tenon/testkit/acp";
import type { TimelineEvent } from "@tenon/timeline";
import { expect, it } from "vitest";

import { openFiles } from "../../src/files/open-files.ts";
import { openTerminals } from "../../src/terminals/open-terminals.ts";
import { saidIn, scripted } from "../support/scripted.ts";

it("[R94, R99] an agent reads and writes files and runs commands, and gets an error for what is denied", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-wire-")));
  const path = `${folder}/a.txt`;
  const answers = await say(folder, [
    { type: "call", method: "fs/read_text_file", params: { path } },
    { type: "call", method: "fs/write_text_file", params: { path, content: "one\ntwo\n" } },
    { type: "call", method: "fs/read_text_file", params: { path, line: 2, limit: 1 } },
    { type: "call", method: "fs/read_text_file", params: { path: "/etc/passwd" } },
    { type: "terminal", command: "cat", args: ["a.txt"] },
    { type: "terminal", command: "sleep", args: ["1000"], kill: true },
    { type: "call", method: "terminal/create", params: { command: "sleep 1000 & sleep 1000" } },
    { type: "call", method: "terminal/output", params: { terminalId: "terminal-3" } },
    { type: "call", method: "terminal/output", params: { terminalId: "terminal-1" } },
  ]);
  expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
  await rm(folder, { recursive: true });
  expect(answers).toEqual([
    `fs/read_text_file failed: -32002 ENOENT: no such file: "${path}"\n`,
    "fs/write_text_file: {}\n",
    'fs/read_text_file: {"content":"two\\n"}\n',
    expect.stringMatching(/^fs\/read_text_file failed: -32602 .*outside the session's folders/),
    "one\ntwo\ncat ended with 0\n",
    "sleep ended with SIGTERM\n",
    // Never released: it ends with the session.
    'terminal/create: {"terminalId":"terminal-3"}\n',
    'terminal/output: {"output":"","truncated":false}\n',
    expect.stringMatching(/^terminal\/output failed: -32002 This session has no terminal/),
  ]);
});

/** What a scripted agent says in its turn, and nothing of it is left. */
function say(cwd: string, steps: readonly Step[]): Promise<readonly string[]> {
  return leaveNothing(async ({ environment }) => {
    const env = { ...process.env, ...environment };
    const services = { files: openFiles(), terminals: openTerminals({ newId: countingIds(), env }) };
    await using connected = await scripted({ turns: [{ steps }] }, { services });
    const events: TimelineEvent[] = [];
    await using session = await connected.agent.newSession({ cwd, onEvent: (event) => void events.push(event) });
    await session.prompt("go");
    return events.map((event) => saidIn([event])).filter((text) => text !== "");
  });
}
