import { openMemoryJournal } from "@tenon/journal";
import { recordLater } from "@tenon/proxy";
import { expect, it } from "vitest";

it("[M-01] records have the time of the journal, once it is open", async () => {
  const journal = openMemoryJournal({ now: () => 42_000 });
  const openJournal = async () => ({ ...journal, close: async () => {} });
  const recorder = recordLater({ openJournal, agent: "claude", cwd: "/", newId: () => "journal-1" });
  const record = async (from: "client" | "agent", message: object) =>
    await recorder.record({ from, message, text: JSON.stringify(message) });
  await record("client", { id: 1, method: "session/new", params: { cwd: "/", mcpServers: [] } });
  await record("agent", { id: 1, result: { sessionId: "s" } });
  await record("client", { id: 2, method: "session/prompt", params: { sessionId: "s", prompt: [] } });
  await record("agent", { id: 2, result: { stopReason: "end_turn" } });
  await recorder.close();
  const records = await journal.read("journal-1", { kinds: ["session/prompt"] });
  expect(records.map(({ at }) => at)).toEqual([42_000]);
  expect(recorder.now()).toBe(42_000);
});
