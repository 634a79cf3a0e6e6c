import { allow, calls, neverAnswer, spawnedClient, type TranscriptEntry } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { noConfiguration, tenon } from "../tenon.ts";
import { rudeServer } from "./rude-faults.ts";

type Cut = "its input ends" | "both ends are cut";

const PHASES: readonly (readonly [string, (entry: TranscriptEntry) => boolean])[] = [
  ["before it has answered initialize", calls("initialize")],
  ["while a session is opened", calls("session/new")],
  ["while a turn streams", ({ text }) => text.includes("agent_message_chunk")],
  ["in a question of permission", calls("session/request_permission")],
  ["in a tool call", ({ text }) => text.includes('"in_progress"')],
  ["while the session is closed", calls("session/close")],
];

describe.each(["its input ends", "both ends are cut"] satisfies Cut[])("tenon agent, when %s", (cut) => {
  it.each(PHASES)("%s, ends with 0 and without a stack", async (phase, fits) => {
    const isAsked = phase === "in a question of permission";
    await using client = await spawnedClient(
      { command: process.execPath, args: [tenon, "agent", "--model", "rehearsal"], env: noConfiguration },
      { answers: { "session/request_permission": isAsked ? neverAnswer : allow } },
    );
    const talk = async () => {
      await client.initialize();
      const rude = { name: "rude", command: process.execPath, args: [rudeServer], env: [] };
      const { sessionId } = await client.newSession({ mcpServers: [rude] });
      const waits = phase === "in a tool call";
      await client.prompt(
        sessionId,
        `use mcp__rude__${waits ? 'wait file="/never/there"' : 'fault kind="two answers"'}`,
      );
      await client.request("session/close", { sessionId });
    };
    const talking = talk().catch(() => {});
    await client.transcript.when(fits);
    await (cut === "its input ends" ? client.end() : client.drop());
    expect(await client.exited).toEqual({ code: 0, signal: null });
    await talking;
    expect(client.stderr()).not.toMatch(/^\s+at /mu);
  });
});
