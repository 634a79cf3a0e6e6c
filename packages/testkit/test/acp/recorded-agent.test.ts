import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { linkedPair } from "@tenon/testkit";
import {
  allow,
  byteWire,
  calls,
  readRecording,
  recordedAgent,
  RequestFailed,
  scriptedClient,
  spawnedClient,
  stdioRecording,
  type AgentScript,
  type RecordedLine,
  type ScriptedClient,
} from "@tenon/testkit/acp";
import { describe, expect, it, onTestFinished } from "vitest";

import { inMemory } from "./connections.ts";

const answers = { "session/request_permission": allow } as const;

const script: AgentScript = {
  turns: [
    {
      steps: [
        { type: "say", text: "First " },
        { type: "ask", title: "May I?" },
        { type: "say", text: "and last." },
      ],
    },
    { steps: [{ type: "say", text: "I talk until" }, { type: "wait-for-cancel" }] },
  ],
};

describe("a recorded agent", () => {
  it("sends again what the agent sent, in the same order", async () => {
    const recording = await record();
    await using client = play(recording);
    await converse(client);
    const agentSaid = recording.filter(({ from }) => from === "agent").map(({ text }) => text);
    expect(client.transcript.entries.filter(({ from }) => from === "agent").map(({ text }) => text)).toEqual(agentSaid);
  });

  it("answers under the client's own ids, and refuses a request that the recording has not", async () => {
    await using client = play(await record());
    const stranger = client.request("session/list", {});
    await expect(stranger).rejects.toThrow(RequestFailed);
    await converse(client);
    expect(client.text("session-1")).toBe("First and last.I talk until");
  });

  it("waits for what the client had sent before it goes on", async () => {
    const recording = await record();
    const pair = linkedPair<Uint8Array>();
    await using agent = recordedAgent(byteWire(pair.right), recording);
    await using client = scriptedClient(byteWire(pair.left), { answers });
    await client.initialize();
    const { sessionId } = await client.newSession();
    await client.prompt(sessionId, "one");
    const second = client.prompt(sessionId, "two");
    await client.transcript.when(({ text }) => text.includes("I talk until"));
    expect(agent.transcript.entries.at(-1)?.text).toContain("I talk until");
    await client.cancel(sessionId);
    await expect(second).resolves.toEqual({ stopReason: "cancelled" });
    await agent.played;
  });

  it("says what was missing when the client leaves too early", async () => {
    const pair = linkedPair<Uint8Array>();
    await using agent = recordedAgent(byteWire(pair.right), await record());
    await using client = scriptedClient(byteWire(pair.left), { answers });
    await client.initialize();
    await client.end();
    await expect(agent.played).rejects.toThrow("never sent session/new");
  });

  it("is a program too, which ends with its input", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenon-recording-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "whole.jsonl");
    const recording = await record();
    await writeFile(file, recording.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(readRecording(recording.map((line) => JSON.stringify(line)).join("\n"))).toEqual(recording);
    await using client = await spawnedClient(stdioRecording(file), { answers });
    await converse(client);
    await client.end();
    await expect(client.exited).resolves.toEqual({ code: 0, signal: null });

    await using hasty = await spawnedClient(stdioRecording(file));
    await hasty.end();
    await expect(hasty.exited).resolves.toEqual({ code: 1, signal: null });
    expect(hasty.stderr()).toContain("never sent initialize");
  });
});

async function record(): Promise<readonly RecordedLine[]> {
  await using client = await inMemory()(script, { answers });
  await converse(client);
  return client.transcript.entries.map(({ from, text }) => ({ from, text }));
}

function play(recording: readonly RecordedLine[]): ScriptedClient {
  const pair = linkedPair<Uint8Array>();
  recordedAgent(byteWire(pair.right), recording);
  return scriptedClient(byteWire(pair.left), { answers });
}

async function converse(client: ScriptedClient): Promise<void> {
  await client.initialize();
  const { sessionId } = await client.newSession();
  await client.prompt(sessionId, "one");
  const second = client.prompt(sessionId, "two");
  await client.transcript.when((entry) => calls("session/update")(entry) && entry.text.includes("I talk until"));
  await client.cancel(sessionId);
  expect(await second).toEqual({ stopReason: "cancelled" });
}
