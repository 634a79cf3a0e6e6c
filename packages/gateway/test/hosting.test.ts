/**
 * Files and terminals for clients that have none: the gateway has them in their place, and keeps agents in their folders.
 */

import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { leaveNothing } from "@tenon/testkit";
import { allow, type Step } from "@tenon/testkit/acp";
import { createRecordReader, foldRecords, type TerminalView } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { openGateway, type TestClient, type TestGateway } from "./support/open-gateway.ts";
import { runsOnce } from "./support/runs-once.ts";

const HOST = { _meta: { tenon: { host: true } } };

describe("For a client that has neither files nor terminals, and says so", () => {
  it("another agent runs commands, and what they write is recorded as it comes", async () => {
    const printf = {
      type: "terminal" as const,
      command: "/bin/sh",
      args: ["-c", String.raw`printf '\033[31mred\033[0m'`],
    };
    await using gateway = openGateway({ scripts: { other: { turns: [{ steps: [printf] }] } } });
    await using folder = await makeFolder();
    await using page = await hosted(gateway, "other");
    const { sessionId } = await page.newSession({ cwd: folder.path });
    await page.prompt(sessionId, "run it");
    expect(page.text(sessionId)).toContain("\u001B[31mred");
    expect(await written(gateway, sessionId)).toBe("\u001B[31mred\u001B[0m");
  });

  it("[K-03] another agent reads and writes in the session's folder, and nowhere else, wherever links lead", async () => {
    await using folder = await makeFolder();
    await using elsewhere = await makeFolder();
    await writeFile(join(folder.path, "here.txt"), "in the folder");
    await writeFile(join(elsewhere.path, "there.txt"), "not yours");
    await symlink(elsewhere.path, join(folder.path, "link"));
    const steps = [
      read(join(folder.path, "here.txt")),
      { type: "call" as const, method: "fs/write_text_file", params: { path: join(folder.path, "new"), content: "x" } },
      read(join(elsewhere.path, "there.txt")),
      read(join(folder.path, "link", "there.txt")),
      { type: "call" as const, method: "terminal/create", params: { command: "pwd", cwd: elsewhere.path } },
      { type: "call" as const, method: "fs/read_text_file", params: { path: 7 } },
    ];
    await using gateway = openGateway({ scripts: { other: { turns: [{ steps }] } } });
    await using page = await hosted(gateway, "other");
    const { sessionId } = await page.newSession({ cwd: folder.path });
    await page.prompt(sessionId, "look around");
    expect(page.text(sessionId)).toContain("in the folder");
    expect(await readFile(join(folder.path, "new"), "utf8")).toBe("x");
    expect(page.text(sessionId).match(/outside the session's folders/g)).toHaveLength(3);
    expect(page.text(sessionId)).toContain("not valid for fs/read_text_file");
    expect(page.text(sessionId)).not.toContain("not yours");
  });

  it("[M51] an agent that says it is one that fails with files is not offered them from its next start on", async () => {
    const agentInfo = { name: "gemini-cli", version: "0.61.0" };
    await using gateway = openGateway({ scripts: { other: { agentInfo, turns: [{ steps: [{ type: "echo" }] }] } } });
    await using folder = await makeFolder();
    const isOffered = async () => {
      await using page = await hosted(gateway, "other");
      const { sessionId } = await page.newSession({ cwd: folder.path });
      await page.prompt(sessionId, "hello");
      const frames = await gateway.frames(sessionId, (frame) => frame.includes('"caughtUp"'));
      const messages = frames.map((frame) => JSON.parse(frame).message);
      const { params } = messages.find((message) => message?.method === "initialize");
      return params.clientCapabilities.fs?.readTextFile === true;
    };
    expect([await isOffered(), await isOffered()]).toEqual([true, false]);
    expect(gateway.warnings).toEqual([expect.stringContaining("other is Gemini CLI")]);
  });

  it("our own agent's commands are terminals too", async () => {
    await using gateway = openGateway({ model: runsOnce("printf live; exit 3") });
    await using folder = await makeFolder();
    await using page = await hosted(gateway, "tenon");
    const { sessionId } = await page.newSession({ cwd: folder.path });
    await page.prompt(sessionId, "run it");
    const shown = page.updates(sessionId).filter((update) => JSON.stringify(update).includes('"type":"terminal"'));
    expect(shown).not.toHaveLength(0);
    expect(await written(gateway, sessionId)).toBe("live");
    expect(await shownTerminals(gateway, sessionId)).toMatchObject([{ output: "live", exit: { exitCode: 3 } }]);
  });

  it("[D-08] closing the session ends what runs in it", async () => {
    await leaveNothing(async ({ environment }) => {
      const env = Object.entries(environment).map(([name, value]) => ({ name, value }));
      const params = { command: "sleep", args: ["600"], env };
      await using gateway = openGateway({
        scripts: {
          other: {
            capabilities: { sessionCapabilities: { close: {} } },
            turns: [{ steps: [{ type: "call", method: "terminal/create", params }] }],
            answers: { "session/close": { result: {} } },
          },
        },
      });
      await using page = await hosted(gateway, "other");
      const { sessionId } = await page.newSession({ cwd: "/" });
      await page.prompt(sessionId, "stay");
      expect(page.text(sessionId)).toContain("terminalId");
      await page.request("session/close", { sessionId });
    });
  });

  it("a client that has a terminal of its own is asked before we are", async () => {
    const step = { type: "call" as const, method: "terminal/create", params: { command: "pwd" } };
    await using gateway = openGateway({ scripts: { other: { turns: [{ steps: [step] }] } } });
    await using page = await hosted(gateway, "other");
    const { sessionId } = await page.newSession({ cwd: "/" });
    await using editor = await gateway.client({
      agent: "other",
      capabilities: { terminal: true },
      answers: { "terminal/create": () => ({ terminalId: "the editor's" }) },
    });
    await editor.request("session/resume", { sessionId, cwd: "/" });
    await page.prompt(sessionId, "go");
    expect(page.text(sessionId)).toContain("the editor's");
  });
});

it("[K-02] servers for another agent are admitted by the policy, and those that are not are reported", async () => {
  await using gateway = openGateway({ scripts: { other: {} } });
  await using client = await gateway.client({ agent: "other" });
  const near = { name: "near", command: "/usr/bin/near", args: [], env: [] };
  const far = { type: "http" as const, name: "far", url: "http://169.254.169.254/latest", headers: [] };
  const { sessionId } = await client.newSession({ mcpServers: [near, far] });
  const frames = await gateway.frames(sessionId, (frame) => frame.includes('"receipt"'));
  const opened = frames.find((frame) => frame.includes('"session/new"'));
  expect(opened).toContain("/usr/bin/near");
  expect(opened).not.toContain("169.254");
  expect(frames.at(-1)).toContain('"server":"far","state":"refused"');
});

function read(path: string): Step {
  return { type: "call", method: "fs/read_text_file", params: { path } };
}

async function hosted(gateway: TestGateway, agent: string): Promise<TestClient> {
  const page = gateway.connect({ agent, answers: { "session/request_permission": allow } });
  await page.initialize(HOST);
  return page;
}

async function makeFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-hosting-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** What terminals have written, by the journal. */
async function written(gateway: TestGateway, sessionId: string): Promise<string> {
  const reader = createRecordReader();
  const events = (await gateway.journal.read(sessionId, { from: ["tenon"] })).flatMap(reader.read);
  return events.map((event) => (event.type === "terminal-output" ? event.text : "")).join("");
}

/** As a reader of the journal sees them. */
async function shownTerminals(gateway: TestGateway, sessionId: string): Promise<readonly TerminalView[]> {
  const { entries } = foldRecords(await gateway.journal.read(sessionId));
  return entries.flatMap((entry) => (entry.type === "tool-call" ? Object.values(entry.terminals) : []));
}
