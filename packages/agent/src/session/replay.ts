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
  for await (const record of records) {
    for (const update of updatesOf(record)) {
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
  }
  if (pending) yield pending;
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

function updatesOf({ seq, from, text }: Recorded): readonly SessionUpdate[] {
  // Most records are neither: looked at before they are parsed.
  if (from === "agent" && text.includes('"session/update"')) {
    const { method, params } = JSON.parse(text);
    if (method !== "session/update" || NOT_REPLAYED.has(params.update.sessionUpdate)) return [];
    // A notice to a client without notices was a message, and is still no part of the conversation [R150].
    return params.update._meta?.tenon?.notice === undefined ? [params.update] : [];
  }
  if (from === "client" && text.includes('"session/prompt"')) {
    const { method, params } = JSON.parse(text);
    if (method !== "session/prompt") return [];
    return params.prompt.map((content: ContentBlock) => ({
      sessionUpdate: "user_message_chunk",
      messageId: `prompt-${seq}`,
      content,
    }));
  }
  return [];
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
