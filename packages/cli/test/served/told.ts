/**
 * What a client was told of a conversation: by its connection, and by the records.
 */

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { calls, type ScriptedClient } from "@tenon/testkit/acp";

import type { FeedRecord } from "./feed-reader.ts";

export interface Told {
  readonly seq: number;
  readonly update: unknown;
}

/** Every update that has a place. */
export function toldTo(client: ScriptedClient): readonly Told[] {
  return client.transcript.entries.filter(calls("session/update")).flatMap(({ text }) => {
    const { update, _meta } = JSON.parse(text).params;
    const seq: unknown = _meta?.tenon?.seq;
    return typeof seq === "number" ? [{ seq, update }] : [];
  });
}

/**
 * What these records should have told a client. It may not know which of its prompts had arrived before it came back, so
 * these are sent too; after that it knows what it sends.
 */
export function toBeTold(records: readonly FeedRecord[], cameBackAt: number): readonly Told[] {
  return records.flatMap(({ seq, from, message: { method, params } }): readonly Told[] => {
    if (from === "agent" && method === "session/update") return [{ seq, update: params?.update }];
    if (from !== "client" || method !== "session/prompt" || seq > cameBackAt) return [];
    const { prompt = [] } = params ?? {};
    const messageId = `prompt-${seq}`;
    return prompt.map((content) => ({ seq, update: { sessionUpdate: "user_message_chunk", messageId, content } }));
  });
}

/** The agent's text. */
export function wordsIn(records: readonly FeedRecord[]): string {
  return records.map(({ message }) => (message.params?.update ? wordsOf(message.params.update) : "")).join("");
}

/** The states of the calls as a replay shows them. */
export function statesIn(updates: readonly SessionUpdate[]): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const update of updates) {
    if ("toolCallId" in update && update.status) states.set(update.toolCallId, update.status);
  }
  return states;
}

/** The calls that the client was asked about. */
export function questionsTo(client: ScriptedClient): readonly string[] {
  const asked = client.transcript.entries.filter(calls("session/request_permission"));
  return asked.map(({ text }): string => JSON.parse(text).params.toolCall.toolCallId);
}

function wordsOf(update: SessionUpdate): string {
  return update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : "";
}
