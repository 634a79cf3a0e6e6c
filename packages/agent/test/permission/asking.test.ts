import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { fileGrantStore } from "@tenon/policy";
import { type Answer, calls, reject } from "@tenon/testkit/acp";
import { startHttpServer } from "@tenon/testkit/mcp";
import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("asking", () => {
  it("[D-10] [K-14] every change, command and server's tool is asked about before it is done", async () => {
    await using folder = await temporaryFolder();
    await using server = await startHttpServer({ tools: [{ name: "look" }] });
    const model = scriptedModel([
      {
        calls: [
          { name: "write_file", args: { path: "a.txt", content: "x" } },
          { name: "run_command", args: { line: "touch b.txt" } },
          { name: "mcp__web__look" },
          { name: "list_folder", args: {} },
        ],
      },
    ]);
    await using client = await connectAgent({ model, answers: { "session/request_permission": reject } });
    const mcpServers = [{ type: "http" as const, name: "web", url: server.url, headers: [] }];
    const { sessionId } = await client.newSession({ cwd: folder.path, mcpServers });
    await client.prompt(sessionId, "go");
    const asked = client.transcript.entries.filter(calls("session/request_permission"));
    expect(asked.map(({ text }) => JSON.parse(text).params.toolCall.name)).toEqual([
      "write_file",
      "run_command",
      "mcp__web__look",
    ]);
    const done = client.updates(sessionId).filter((update) => "status" in update && update.status === "completed");
    expect(done).toHaveLength(1);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("is empty");
  });

  it("[D-02] [D-13] an answer for good is asked for once, also by the next agent, and holds only where it says", async () => {
    await using folder = await temporaryFolder();
    const grants = () => fileGrantStore({ folder: join(folder.path, "grants"), onWarning: () => {} });
    await using server = await startHttpServer({ tools: [{ name: "look" }, { name: "touch" }] });
    const mcpServers = [{ type: "http" as const, name: "web", url: server.url, headers: [] }];
    const always: Answer<RequestPermissionRequest> = ({ options }) => {
      const { optionId } =
        options.find(({ kind, name }) => kind === "allow_always" && name.includes("always in")) ?? {};
      return { outcome: { outcome: "selected", optionId } };
    };
    const questionsIn = async (cwd: string, tool: string) => {
      const model = scriptedModel([{ calls: [{ name: `mcp__web__${tool}` }] }]);
      await using client = await connectAgent({
        model,
        services: { grants: grants() },
        answers: { "session/request_permission": always },
      });
      const { sessionId } = await client.newSession({ cwd, mcpServers });
      await client.prompt(sessionId, "go");
      return client.transcript.entries.filter(calls("session/request_permission")).length;
    };
    await expect(questionsIn(folder.path, "look")).resolves.toBe(1);
    await expect(questionsIn(folder.path, "look")).resolves.toBe(0);
    await expect(questionsIn(folder.path, "touch")).resolves.toBe(1);
    await expect(questionsIn("/", "look")).resolves.toBe(1);
  });
});

it.skipIf(process.platform === "win32")(
  "[C-02] [R70] a command that runs is dead soon after its turn is cancelled",
  async () => {
    await using folder = await temporaryFolder();
    const args = { line: "echo pid $$; exec sleep 600" };
    const model = scriptedModel([{ calls: [{ name: "run_command", args }] }]);
    await using client = await connectAgent({ model });
    const { sessionId } = await client.newSession({ cwd: folder.path });
    const turn = client.prompt(sessionId, "sleep");
    const shown = await client.until((update) => /pid \d+/.test(JSON.stringify(update)));
    const pid = Number(/pid (\d+)/.exec(JSON.stringify(shown))?.[1]);
    await client.cancel(sessionId);
    await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
    // "As soon as possible": the signal is on its way before the turn is answered, and a shell needs no time to die.
    await expect.poll(() => isAlive(pid), { interval: 20 }).toBe(false);
  },
);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no process has that number
  }
}

async function temporaryFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-asking-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
