/**
 * A recorded session as updates for a client that loads it: the whole conversation, in order, and nothing that did not
 * happen. Calls that were never finished end as failed, unless the session still runs.
 */

import type { ClientCapabilities, ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";

import type { JournalRecord } from "@tenon/journal";

import type { RecordedTurn, RecordedTurns } from "./recorded-turns.ts";

type Chunk = Extract<SessionUpdate, { readonly sessionUpdate: `${string}_message_chunk` | "agent_thought_chunk" }>;

export async function* replay(
  records: AsyncIterable<JournalRecord>,
  options: {
    readonly turns: RecordedTurns;
    readonly capabilities: ClientCapabilities;
    readonly isLive?: boolean;
  },
): AsyncGenerator<SessionUpdate> {
  const { turns, capabilities, isLive = false } = options;
  const openCalls = new Set<string>();
  const showsCompaction = Boolean(capabilities.session?.compaction);
  let pending: Chunk | undefined;
  let usage: SessionUpdate | undefined;
  for await (const update of conversation(records, turns)) {
    if (update.sessionUpdate === "usage_update") {
      // Each takes the place of the one before.
      usage = update;
      continue;
    }
    if (!showsCompaction && update.sessionUpdate.startsWith("compaction_")) continue;
    const joined = pending && joinedChunk(pending, update);
    if (joined) {
      pending = joined;
      continue;
    }
    if (pending) yield pending;
    pending = undefined;
    if (isChunk(update)) {
      pending = update;
      continue;
    }
    if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update") {
      if (update.status === "completed" || update.status === "failed") openCalls.delete(update.toolCallId);
      else openCalls.add(update.toolCallId);
    }
    yield update;
  }
  if (pending) yield pending;
  if (usage) yield usage;
  if (isLive) return;
  for (const toolCallId of openCalls) yield { sessionUpdate: "tool_call_update", toolCallId, status: "failed" };
}

/** About the moment and not the conversation: sent anew when the session is open. */
const NOT_REPLAYED: ReadonlySet<string> = new Set([
  "notice",
  "available_commands_update",
  "current_mode_update",
  "config_option_update",
  "session_info_update",
]);

interface Prompt extends RecordedTurn {
  readonly updates: readonly SessionUpdate[];
}

/** Prompts that came while a turn ran stand where their own turn begins. */
async function* conversation(
  records: AsyncIterable<JournalRecord>,
  turns: RecordedTurns,
): AsyncGenerator<SessionUpdate> {
  /** The one whose turn it is, and those that wait. */
  let queue: Prompt[] = [];
  for await (const record of records) {
    const prompt = promptIn(record, turns);
    if (prompt && prompt.outcome !== "rejected") {
      // A turn that never ended holds up no other.
      queue = queue.filter(({ endSeq }) => endSeq !== undefined);
      queue.push(prompt);
      if (queue.length === 1) yield* begun(prompt);
    }
    const [current] = queue;
    if (current && current.endSeq === record.seq) {
      queue.shift();
      // Cancelled while they waited: their turns are over before they began.
      while (queue[0]?.endSeq !== undefined && queue[0].endSeq < record.seq) yield* begun(queue.shift());
      yield* begun(queue[0]);
    }
    const update = updateIn(record);
    if (!update) continue;
    // What was used was used, refused or not.
    if (current?.outcome !== "refused" || update.sessionUpdate === "usage_update") yield update;
  }
}

function begun(prompt: Prompt | undefined): readonly SessionUpdate[] {
  return prompt && prompt.outcome !== "refused" ? prompt.updates : [];
}

function updateIn({ from, kind, text }: JournalRecord): SessionUpdate | undefined {
  if (from !== "agent" || kind === "response" || kind === "" || NOT_REPLAYED.has(kind)) return undefined;
  const { method, params } = JSON.parse(text);
  if (method !== "session/update") return undefined;
  // A notice to a client without notices was a message, and is still no part of the conversation [R150].
  return params.update._meta?.tenon?.notice === undefined ? params.update : undefined;
}

function promptIn({ seq, from, text }: JournalRecord, turns: RecordedTurns): Prompt | undefined {
  const turn = from === "client" ? turns.get(seq) : undefined;
  if (!turn) return undefined;
  const { params } = JSON.parse(text);
  const updates = params.prompt.map((content: ContentBlock) => ({
    sessionUpdate: "user_message_chunk",
    messageId: `prompt-${seq}`,
    content,
  }));
  return { ...turn, updates };
}

function isChunk(update: SessionUpdate): update is Chunk {
  return update.sessionUpdate.endsWith("_message_chunk") || update.sessionUpdate === "agent_thought_chunk";
}

/** Both as one, if they are text of the same message. */
function joinedChunk(one: Chunk, other: SessionUpdate): Chunk | undefined {
  if (other.sessionUpdate !== one.sessionUpdate || other.messageId !== one.messageId) return undefined;
  if (one.content.type !== "text" || other.content.type !== "text") return undefined;
  return { ...one, content: { ...one.content, text: one.content.text + other.content.text } };
}
