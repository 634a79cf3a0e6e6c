/**
 * Sessions of other agents, opened again: each agent has its own idea of how.
 */

import { openMemoryJournal } from "@tenon/journal";
import { foldRecords } from "@tenon/timeline";
import { expect, it, vi } from "vitest";

import { lateAgent } from "./support/late-agent.ts";
import { forAgent, openGateway, PATIENT } from "./support/open-gateway.ts";

it("[M56] [M50] is loaded where resume is announced and missing, and what is replayed after the answer is not new", async () => {
  await using journal = openMemoryJournal();
  const sessionId = await begun(journal);
  await using gateway = openGateway({ journal, agents: [lateAgent] });
  await using client = await gateway.client({ agent: "late" });
  await client.request("session/resume", { sessionId, cwd: "/", mcpServers: [] });
  // Current state is sent; it comes after all that is replayed.
  await client.transcript.when(() =>
    client
      .updates(sessionId)
      .some((update) => update.sessionUpdate === "available_commands_update" && update.availableCommands.length === 1),
  );
  await client.prompt(sessionId, "second");
  expect(client.text(sessionId)).toBe("Answer to second");
  const { entries } = foldRecords(await Array.fromAsync(journal.records(sessionId)));
  expect(entries.map(({ type }) => type)).not.toContain("tool-call");
  const said = entries.flatMap((entry) => (entry.type === "agent-message" ? entry.content : []));
  expect(said).toMatchObject([{ text: "Answer to first" }, { text: "Answer to second" }]);
});

it("[B4] [M50] is prompted when it has replayed, however soon the prompt comes", async () => {
  await using journal = openMemoryJournal();
  const sessionId = await begun(journal);
  const program = async (place: Parameters<typeof lateAgent.program>[0]) => {
    const { args = [], ...rest } = await lateAgent.program(place);
    return { ...rest, args: [...args, "slow"] };
  };
  await using gateway = openGateway({ journal, agents: [{ ...lateAgent, program }] });
  await using client = await gateway.client({ agent: "late" });
  await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  await client.prompt(sessionId, "second");
  const { entries } = foldRecords(await Array.fromAsync(journal.records(sessionId)));
  expect(entries.map(({ type }) => type)).not.toContain("tool-call");
  const said = entries.flatMap((entry) => (entry.type === "agent-message" ? entry.content : []));
  expect(said).toMatchObject([{ text: "Answer to first" }, { text: "Answer to second" }]);
});

it.each([
  ["its connection's own agent", "late"],
  ["another agent", undefined],
])("[A4] is loaded when %s has died and been started anew", async (_, agent) => {
  await using gateway = openGateway({ agents: [lateAgent] });
  await using client = await gateway.client(agent === undefined ? {} : { agent });
  const { sessionId } = await client.newSession({ cwd: "/", ...forAgent("late") });
  await client.prompt(sessionId, "first");
  client.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "exit" }] }).catch(() => {});
  await vi.waitFor(() => expect(gateway.gateway.counts().liveSessions).toBe(0), PATIENT);
  await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
  await client.prompt(sessionId, "second");
  expect(client.text(sessionId)).toContain("Answer to second");
});

async function begun(journal: ReturnType<typeof openMemoryJournal>): Promise<string> {
  await using gateway = openGateway({ journal, agents: [lateAgent] });
  await using client = await gateway.client({ agent: "late" });
  const { sessionId } = await client.newSession({ cwd: "/" });
  await client.prompt(sessionId, "first");
  return sessionId;
}
