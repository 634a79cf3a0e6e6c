import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ClientCapabilities } from "@agentclientprotocol/sdk";
import { answerFiles, allow, type ClientAnswers } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { type ScriptedAnswer, scriptedModel } from "../support/scripted-model.ts";

const AT_CLIENT = { _meta: { tenon: { tree: "client" } } };
const CWD = "/client-only/project";
const EVERYTHING: ClientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };

const terminals: ClientAnswers = {
  "terminal/create": () => ({ terminalId: "term-1" }),
  "terminal/output": () => ({ output: "from the client\n", truncated: false }),
  "terminal/wait_for_exit": () => ({ exitCode: 0, signal: null }),
  "terminal/release": () => ({}),
};

interface Options {
  readonly answers: readonly ScriptedAnswer[];
  readonly files?: Map<string, string>;
  readonly capabilities?: ClientCapabilities;
}

async function open({ answers, files = new Map(), capabilities = EVERYTHING }: Options) {
  const model = scriptedModel(answers);
  const client = await connectAgent({
    model,
    capabilities,
    answers: { "session/request_permission": allow, ...answerFiles(files), ...terminals },
  });
  return { model, client, said: (at = -1) => JSON.stringify(model.requests.at(at)?.messages.at(-1)) };
}

const call = (name: string, args: Readonly<Record<string, unknown>>): ScriptedAnswer => ({ calls: [{ name, args }] });
const DONE: ScriptedAnswer = { text: "Done." };

describe("a session whose folders are on the client's machine", () => {
  it("reads, writes and runs there, in a folder that does not exist here", async () => {
    const files = new Map([
      [`${CWD}/a.txt`, "of the client\n"],
      [`${CWD}/AGENTS.md`, "Speak plainly."],
    ]);
    const answers = [
      call("read_file", { path: "a.txt" }),
      call("write_file", { path: "b.txt", content: "new\n" }),
      call("run_command", { line: "make" }),
      DONE,
    ];
    const { model, client, said } = await open({ answers, files });
    await using _client = client;
    const { sessionId } = await client.request("session/new", { cwd: CWD, mcpServers: [], ...AT_CLIENT });
    await client.prompt(sessionId, "go");
    expect(said(1)).toContain("of the client");
    expect(files.get(`${CWD}/b.txt`)).toBe("new\n");
    expect(said(3)).toContain("from the client");
    const [first] = model.requests;
    expect(first?.system?.join("\n")).toContain("Speak plainly.");
    expect(first?.system?.join("\n")).toContain("you run on another one");
    expect(first?.tools.map(({ name }) => name)).not.toContain("search_text");
  });

  it("never touches the same path of this machine", async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-tree-")));
    try {
      const cwd = join(folder, "project");
      await mkdir(cwd);
      await writeFile(join(cwd, "a.txt"), "of the agent's machine");
      await writeFile(join(cwd, "AGENTS.md"), "Instructions of the wrong machine.");
      await writeFile(join(cwd, "tenon.json"), "{ not even JSON");
      const answers = [call("read_file", { path: "a.txt" }), call("write_file", { path: "a.txt", content: "x" }), DONE];
      const { model, client, said } = await open({ answers });
      await using _client = client;
      const { sessionId } = await client.request("session/new", { cwd, mcpServers: [], ...AT_CLIENT });
      await client.prompt(sessionId, "go");
      expect(said(1)).toContain("No such file on the client's machine: a.txt");
      expect(JSON.stringify(model.requests)).not.toContain("wrong machine");
      expect(JSON.stringify(client.updates(sessionId))).not.toContain("tenon.json");
      expect(await readFile(join(cwd, "a.txt"), "utf8")).toBe("of the agent's machine");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("says for which machine a path was meant, and what the client lacks", async () => {
    const answers = [
      call("read_file", { path: "/etc/hostname" }),
      call("read_file", { path: "a.txt" }),
      call("run_command", { line: "make" }),
      DONE,
    ];
    const { client, said } = await open({ answers, capabilities: {} });
    await using _client = client;
    const { sessionId } = await client.request("session/new", { cwd: CWD, mcpServers: [], ...AT_CLIENT });
    await client.prompt(sessionId, "go");
    expect(said(1)).toContain("Files of the machine that the agent runs on cannot be reached in this session.");
    expect(said(2)).toContain("the client has no way to read files");
    expect(said(3)).toContain("the client has no terminals");
  });

  it("knows paths of Windows, whatever this machine is", async () => {
    const cwd = String.raw`C:\work\project`;
    const files = new Map([[String.raw`C:\work\project\src\a.txt`, "of Windows\n"]]);
    const answers = [call("read_file", { path: "src/a.txt" }), call("run_command", { line: "dir" }), DONE];
    const { client, said } = await open({ answers, files });
    await using _client = client;
    const { sessionId } = await client.request("session/new", { cwd, mcpServers: [], ...AT_CLIENT });
    await client.prompt(sessionId, "go");
    expect(said(1)).toContain("of Windows");
    const created = client.transcript
      .messages("agent")
      .find((each) => "method" in each && each.method === "terminal/create");
    expect(created).toMatchObject({ params: { command: "cmd.exe", cwd } });
  });

  it("stays there when it is loaded by a client that does not say so, and none moves there", async () => {
    const files = new Map([[`${CWD}/a.txt`, "of the client\n"]]);
    const { client, said } = await open({ answers: [DONE, call("read_file", { path: "a.txt" }), DONE], files });
    await using _client = client;
    const place = { cwd: CWD, mcpServers: [] };
    const { sessionId } = await client.request("session/new", { ...place, ...AT_CLIENT });
    await client.prompt(sessionId, "one");
    await client.request("session/load", { ...place, sessionId });
    await client.prompt(sessionId, "two");
    expect(said()).toContain("of the client");
    const here = await client.request("session/new", { cwd: "/", mcpServers: [] });
    await client.prompt(here.sessionId, "three");
    const moved = client.request("session/load", { cwd: "/", mcpServers: [], sessionId: here.sessionId, ...AT_CLIENT });
    await expect(moved).rejects.toThrow("on the agent's machine");
  });

  it("is refused for a tree that is not known, and for a folder that is missing here", async () => {
    const { client } = await open({ answers: [] });
    await using _client = client;
    const unknown = { cwd: CWD, mcpServers: [], _meta: { tenon: { tree: "moon" } } };
    await expect(client.request("session/new", unknown)).rejects.toThrow("_meta.tenon.tree");
    const missing = client.request("session/new", { cwd: CWD, mcpServers: [] });
    await expect(missing).rejects.toThrow(`No such folder on the agent's machine: ${CWD}`);
  });
});
