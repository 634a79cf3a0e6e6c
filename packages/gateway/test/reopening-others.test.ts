/**
 * Sessions of other agents, opened again: each agent has its own idea of how.
 */

import { openMemoryJournal } from "@tenon/journal";
import { foldRecords } from "@tenon/timeline";
import { expect, it } from "vitest";

import { lateAgent } from "./support/late-agent.ts";
import { openGateway } from "./support/open-gateway.ts";

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

async function begun(journal: ReturnType<typeof openMemoryJournal>): Promise<string> {
  await using gateway = openGateway({ journal, agents: [lateAgent] });
  await using client = await gateway.client({ agent: "late" });
  const { sessionId } = await client.newSession({ cwd: "/" });
  await client.prompt(sessionId, "first");
  return sessionId;
}
