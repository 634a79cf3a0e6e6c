/**
 * A working day of an editor with the agent as it is installed, over two providers' APIs: ten servers, pictures, progress,
 * questions, a cancel, a crash. What differs between all of them is in the contract of the models, and in `crash.test.ts`.
 */

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { descendantsOf } from "@tenon/testkit";
import { allow, calls, loadSchemaCheck, type SpawnedClient, spawnedClient } from "@tenon/testkit/acp";
import { type Answer, inOrder, startModelServer, text, thought, toolCall } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { connected, hearsReceipts } from "./connected.ts";
import { PNG, startEditorServers, WAV } from "./editor-session/editor-servers.ts";
import { callsIn, historyFaults } from "./editor-session/history-faults.ts";
import { noConfiguration, tenon } from "./tenon.ts";

const schemaViolations = loadSchemaCheck();

describe.concurrent("an editor's session", () => {
  it.each([
    ["openai-responses", "openai/gpt-6-sol"],
    ["anthropic", "anthropic/claude-sonnet-5"],
  ])("[R1] [R25] [R51] [A-05] [H-03] [N-01] [E-01] [G-01] over %s, with %s", async (_, model) => {
    await using servers = await startEditorServers();
    const faults: string[] = [];
    const answer = inOrder(answers);
    await using provider = await startModelServer({
      script(request) {
        faults.push(...historyFaults(request));
        return answer();
      },
    });
    const home = await realpath(await mkdtemp(join(tmpdir(), "tenon-editor-")));
    const start = () => startEditor({ home, model, environment: provider.environment });

    let sessionId: string;
    let live: readonly SessionUpdate[];
    {
      await using editor = await start();
      const family = descendantsOf(editor.pid);
      ({ sessionId } = await editor.newSession({ cwd: home, mcpServers: servers.given }));
      await connected(editor, "worker", "pictures", "asker", "one", "two", "three", "four");
      await lookAround(editor, sessionId);
      expect(provider.requests[0]?.tools.map(({ name }) => name)).not.toContain("mcp__late__arrive");
      servers.late.release("first turn");
      await count(editor, sessionId, servers);
      await beAsked(editor, sessionId, provider.requests);
      await connected(editor, "late");
      await cancelSleep(editor, sessionId, servers);
      expect(provider.requests.at(-1)?.tools.map(({ name }) => name)).toContain("mcp__late__arrive");

      void editor.prompt(sessionId, "Work").catch(() => {});
      await editor.transcript.when(({ text }) => text.includes('"completed"') && text.includes("before the crash"));
      expect(await family.living()).not.toEqual([]);
      editor.kill("SIGKILL");
      await editor.exited;
      live = conversation(editor.updates(sessionId));
      await family.gone({ within: 30_000 });
      judge(editor);
    }

    await using editor = await start();
    const family = descendantsOf(editor.pid);
    await editor.request("session/load", { sessionId, cwd: home, mcpServers: servers.given });
    const loaded = withoutPrompts(conversation(editor.updates(sessionId)));
    expect(loaded.slice(0, live.length)).toEqual(live);
    expect(openCalls(live)).toHaveLength(2);
    expect(openCalls(loaded)).toEqual([]);
    expect(promptsOf(editor.updates(sessionId))).toEqual(["Look around", "Count", "Ask me", "Sleep", "Work"]);
    await expect(editor.prompt(sessionId, "Go on")).resolves.toEqual({ stopReason: "end_turn" });
    expect(editor.text(sessionId)).toContain("Here we are again.");
    expect(faults).toEqual([]);
    expect(provider.requests.map(callsIn).at(-1)).toBe(10);
    await family.living();
    await editor.end();
    await expect(editor.exited).resolves.toMatchObject({ code: 0 });
    await family.gone({ within: 30_000 });
    judge(editor);
    await rm(home, { recursive: true, force: true });
  });
});

const answers: readonly Answer[] = [
  [
    thought("Hm."),
    text("Looking. "),
    toolCall("mcp__pictures__look"),
    toolCall("mcp__one__one"),
    toolCall("mcp__three__three"),
  ],
  text("Seen."),
  toolCall("mcp__worker__count"),
  text("Counted."),
  toolCall("mcp__asker__ask"),
  text("Asked."),
  [toolCall("mcp__worker__sleep"), toolCall("mcp__two__two", { word: "beside it" })],
  [
    toolCall("mcp__worker__sleep"),
    toolCall("mcp__two__two", { word: "before the crash" }),
    toolCall("mcp__worker__sleep"),
  ],
  text("Here we are again."),
];

type Servers = Awaited<ReturnType<typeof startEditorServers>>;

async function lookAround(editor: SpawnedClient, sessionId: string): Promise<void> {
  await expect(editor.prompt(sessionId, "Look around")).resolves.toEqual({ stopReason: "end_turn" });
  expect(editor.text(sessionId)).toContain("Looking. Seen.");
  const shown = JSON.stringify(editor.updates(sessionId).filter((update) => "toolCallId" in update));
  expect(shown).toContain(PNG);
  expect(shown).toContain(WAV);
  expect(editor.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(3);
  // Of those that failed the user hears, and what they can do.
  expect(JSON.stringify(editor.updates(sessionId))).toContain("dead");
}

async function count(editor: SpawnedClient, sessionId: string, { worker }: Servers): Promise<void> {
  const turn = editor.prompt(sessionId, "Count");
  await editor.transcript.when(({ text }) => text.includes("Counting (3 of 3)"));
  worker.release("counted");
  await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
}

async function beAsked(
  editor: SpawnedClient,
  sessionId: string,
  requests: readonly { readonly rawBody: string }[],
): Promise<void> {
  await editor.prompt(sessionId, "Ask me");
  await editor.transcript.when(calls("elicitation/create"));
  expect(requests.at(-1)?.rawBody).toContain("Ada");
}

async function cancelSleep(editor: SpawnedClient, sessionId: string, { worker }: Servers): Promise<void> {
  const turn = editor.prompt(sessionId, "Sleep");
  await worker.until("call-start", ({ tool }) => tool === "sleep");
  await editor.transcript.when(({ text }) => text.includes('"completed"') && text.includes("beside it"));
  await editor.cancel(sessionId);
  await expect(turn).resolves.toEqual({ stopReason: "cancelled" });
  await worker.until("call-cancel");
}

async function startEditor(options: {
  readonly home: string;
  readonly model: string;
  readonly environment: Readonly<Record<string, string>>;
}): Promise<SpawnedClient> {
  const { home, model, environment } = options;
  const editor = await spawnedClient(
    {
      command: process.execPath,
      args: [tenon, "agent", "--model", model],
      cwd: home,
      env: { ...noConfiguration, HOME: home, TENON_DATA: join(home, "data"), ...environment },
    },
    {
      capabilities: { elicitation: { form: {} }, session: { notices: {} }, ...hearsReceipts },
      answers: {
        "session/request_permission": allow,
        "elicitation/create": () => ({ action: "accept", content: { name: "Ada" } }),
      },
    },
  );
  await editor.initialize();
  return editor;
}

/** Nothing but ACP on standard output, and nothing that its schema does not have. */
function judge(editor: SpawnedClient): void {
  expect(editor.transcript.problems("agent")).toEqual([]);
  expect(schemaViolations(editor.transcript.entries).filter(({ from }) => from === "agent")).toEqual([]);
}

const NOT_SAID = new Set([
  "available_commands_update",
  "usage_update",
  "notice",
  "config_option_update",
  "session_info_update",
]);

/** What was said, as one would read it: the pieces of a message in one. */
function conversation(updates: readonly SessionUpdate[]): readonly SessionUpdate[] {
  const said: SessionUpdate[] = [];
  for (const update of updates) {
    if (NOT_SAID.has(update.sessionUpdate)) continue;
    const last = said.at(-1);
    const whole = last && joined(last, update);
    if (whole) said[said.length - 1] = whole;
    else said.push(update);
  }
  return said;
}

function joined(one: SessionUpdate, other: SessionUpdate): SessionUpdate | undefined {
  if (one.sessionUpdate !== "agent_message_chunk" || other.sessionUpdate !== "agent_message_chunk") return undefined;
  if (one.messageId !== other.messageId || one.content.type !== "text" || other.content.type !== "text")
    return undefined;
  return { ...one, content: { ...one.content, text: one.content.text + other.content.text } };
}

function withoutPrompts(updates: readonly SessionUpdate[]): readonly SessionUpdate[] {
  return updates.filter(({ sessionUpdate }) => sessionUpdate !== "user_message_chunk");
}

function promptsOf(updates: readonly SessionUpdate[]): readonly string[] {
  return updates.flatMap((update) =>
    update.sessionUpdate === "user_message_chunk" && update.content.type === "text" ? [update.content.text] : [],
  );
}

function openCalls(updates: readonly SessionUpdate[]): readonly string[] {
  const open = new Set<string>();
  for (const update of updates) {
    if (!("toolCallId" in update)) continue;
    if (update.status === "completed" || update.status === "failed") open.delete(update.toolCallId);
    else open.add(update.toolCallId);
  }
  return [...open];
}
