/**
 * Sessions whose folders are on a client's machine: its files and terminals are used, and never those of the gateway's.
 */

import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { answerFiles, allow, type Step } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { agentWithTools } from "./support/other-agent-with-tools.ts";
import { openGateway, type TestClient, type TestGateway } from "./support/open-gateway.ts";

const AT_CLIENT = { _meta: { tenon: { tree: "client" } } };
const CWD = "/client-only/project";
const FILES = { fs: { readTextFile: true, writeTextFile: true } };

const read = (path: string): Step => ({ type: "call", method: "fs/read_text_file", params: { path } });
const lent = (tool: string, args: Readonly<Record<string, unknown>>): Step => ({
  type: "mcp",
  server: "tenon",
  tool,
  arguments: args,
});

function laptop(gateway: TestGateway, files: Map<string, string>, agent: string): Promise<TestClient> {
  const answers = { "session/request_permission": allow, ...answerFiles(files) };
  return gateway.client({ agent, capabilities: FILES, answers });
}

describe("a session whose folders are on a client's machine", () => {
  it("is served by that client, and by no other that can", async () => {
    const steps = [read(join(CWD, "a.txt"))];
    await using gateway = openGateway({ scripts: { other: { turns: [{ steps }, { steps }] } } });
    const own = await laptop(gateway, new Map([[join(CWD, "a.txt"), "of the laptop"]]), "other");
    await using _own = own;
    await using elsewhere = await laptop(gateway, new Map([[join(CWD, "a.txt"), "of another machine"]]), "other");
    const { sessionId } = await own.newSession({ cwd: CWD, ...AT_CLIENT });
    await elsewhere.request("session/load", { sessionId, cwd: CWD, mcpServers: [] });
    await elsewhere.prompt(sessionId, "look");
    expect(own.text(sessionId)).toContain("of the laptop");
    await own.drop();
    await elsewhere.prompt(sessionId, "look again");
    expect(elsewhere.text(sessionId)).not.toContain("of another machine");
    expect(elsewhere.text(sessionId)).toContain("no connected client supports this method");
  });

  it("is not served from the gateway's disk, for a client that has no files", async () => {
    const cwd = await realpath(await mkdtemp(join(tmpdir(), "tenon-tree-")));
    try {
      await writeFile(join(cwd, "a.txt"), "of the gateway");
      const steps: readonly Step[] = [
        read(join(cwd, "a.txt")),
        { type: "call", method: "terminal/create", params: { command: "touch", args: [join(cwd, "made")] } },
      ];
      await using gateway = openGateway({ scripts: { other: { turns: [{ steps }] } } });
      await using page = gateway.connect({ agent: "other", answers: { "session/request_permission": allow } });
      await page.initialize({ _meta: { tenon: { host: true } } });
      const { sessionId } = await page.newSession({ cwd, ...AT_CLIENT });
      await page.prompt(sessionId, "look");
      expect(page.text(sessionId)).not.toContain("of the gateway");
      expect(page.text(sessionId).match(/no connected client supports this method/g)).toHaveLength(2);
      await expect(readFile(join(cwd, "made"))).rejects.toThrow("ENOENT");
    } finally {
      await rm(cwd, { recursive: true });
    }
  });

  it("stays there when it is opened again by a client that does not say so", async () => {
    const scratchFolder = await mkdtemp(join(tmpdir(), "tenon-scratch-"));
    try {
      const turns = [{ steps: [lent("Read", { file_path: join(CWD, "a.txt") })] }];
      const sessions = [{ sessionId: "session-1", cwd: CWD, history: [] }];
      await using other = await agentWithTools("other", { turns, sessions }, scratchFolder);
      await using gateway = openGateway({ agents: [other.agent] });
      const files = new Map([[join(CWD, "a.txt"), "of the laptop"]]);
      await using client = await laptop(gateway, files, "other");
      const { sessionId } = await client.newSession({ cwd: CWD, ...AT_CLIENT });
      await client.request("session/close", { sessionId });
      await client.request("session/resume", { sessionId, cwd: CWD, mcpServers: [], ...AT_CLIENT });
      await client.prompt(sessionId, "look");
      expect(client.text(sessionId)).toContain("of the laptop");
      await client.request("session/close", { sessionId });
      // It says nothing, so its own files are not taken for the session's.
      await client.request("session/resume", { sessionId, cwd: CWD, mcpServers: [] });
      await client.prompt(sessionId, "look");
      expect(client.text(sessionId)).toContain("no connected client supports this method");
    } finally {
      await rm(scratchFolder, { recursive: true });
    }
  });

  it("is refused to a session that was begun on the gateway's machine", async () => {
    await using gateway = openGateway({ scripts: { other: { turns: [{ steps: [{ type: "echo" }] }] } } });
    await using client = await laptop(gateway, new Map(), "other");
    const { sessionId } = await client.newSession({ cwd: "/" });
    await client.prompt(sessionId, "hello");
    const moved = client.request("session/load", { sessionId, cwd: "/", mcpServers: [], ...AT_CLIENT });
    await expect(moved).rejects.toThrow("on the agent's machine");
  });
});
