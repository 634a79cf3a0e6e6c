/**
 * A recorded session as updates for a client that loads it: the whole conversation, in order, and nothing that did not
 * happen. Calls that were never finished end as failed, unless the session still runs.
 */

import type { ClientCapabilities, ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";

interface Recorded {
  readonly seq: number;
  readonly from: "client" | "agent" | "tenon";
  readonly text: string;
}

type Chunk = Extract<SessionUpdate, { readonly sessionUpdate: `${string}_message_chunk` | "agent_thought_chunk" }>;

export async function* replay(
  records: AsyncIterable<Recorded>,
  capabilities: ClientCapabilities,
  { isLive = false }: { readonly isLive?: boolean } = {},
): AsyncGenerator<SessionUpdate> {
  const openCalls = new Set<string>();
  const showsCompaction = Boolean(capabilities.session?.compaction);
  let pending: Chunk | undefined;
  let usage: SessionUpdate | undefined;
  for await (const update of conversation(records)) {
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

/** Said of the moment and not of the conversation: told anew when the session is open. */
const NOT_REPLAYED: ReadonlySet<string> = new Set([
  "notice",
  "available_commands_update",
  "current_mode_update",
  "config_option_update",
  "session_info_update",
]);

interface Prompt {
  readonly id: unknown;
  readonly updates: readonly SessionUpdate[];
}

/** Prompts wait for the next word: one that was refused before its turn began is no part of the conversation. */
async function* conversation(records: AsyncIterable<Recorded>): AsyncGenerator<SessionUpdate> {
  let waiting: Prompt[] = [];
  for await (const record of records) {
    const prompt = promptIn(record);
    if (prompt) waiting.push(prompt);
    if (waiting.length > 0) {
      const refused = refusedBy(record);
      // The last: after a crash, the ids of requests begin anew.
      const at = refused === undefined ? -1 : waiting.findLastIndex(({ id }) => id === refused);
      if (at !== -1) waiting.splice(at, 1);
    }
    const update = updateIn(record);
    if (!update) continue;
    for (const { updates } of waiting) yield* updates;
    waiting = [];
    yield update;
  }
  for (const { updates } of waiting) yield* updates;
}

// Most records are none of these: looked at before they are parsed.

function updateIn({ from, text }: Recorded): SessionUpdate | undefined {
  if (from !== "agent" || !text.includes('"session/update"')) return undefined;
  const { method, params } = JSON.parse(text);
  if (method !== "session/update" || NOT_REPLAYED.has(params.update.sessionUpdate)) return undefined;
  // A notice to a client without notices was a message, and is still no part of the conversation [R150].
  return params.update._meta?.tenon?.notice === undefined ? params.update : undefined;
}

function promptIn({ seq, from, text }: Recorded): Prompt | undefined {
  if (from !== "client" || !text.includes('"session/prompt"')) return undefined;
  const { id, method, params } = JSON.parse(text);
  if (method !== "session/prompt") return undefined;
  const updates = params.prompt.map((content: ContentBlock) => ({
    sessionUpdate: "user_message_chunk",
    messageId: `prompt-${seq}`,
    content,
  }));
  return { id, updates };
}

const INVALID_PARAMS = -32_602;

/** The id of the request that is refused here for what was in it. */
function refusedBy({ from, text }: Recorded): unknown {
  if (from !== "agent" || !text.includes(`${INVALID_PARAMS}`)) return undefined;
  const { id, error } = JSON.parse(text);
  return error?.code === INVALID_PARAMS ? id : undefined;
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
