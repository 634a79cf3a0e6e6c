/**
 * Records of a session as the messages that a client would have been sent.
 */

import type { AnyMessage, AnyNotification } from "@agentclientprotocol/sdk";
import { isObject, itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import type { JournalRecord } from "@tenon/journal";
import { messageOf } from "@tenon/timeline";

import { type ClientLink, knowsTenon } from "../../wire/client-link.ts";
import { paramsOf, sessionIdOf, tenonMeta, withSessionId, withTenonMeta } from "../../wire/message.ts";

/** What the agent reported, and what other clients prompted. `isOwnPrompt`: the client knows what it sent itself. */
export function messagesIn(
  record: Omit<JournalRecord, "at">,
  { sessionId, isOwnPrompt }: { readonly sessionId: string; isOwnPrompt(requestId: unknown): boolean },
): readonly AnyNotification[] {
  const { seq, from, kind } = record;
  const mayBe = from === "agent" ? kind !== "response" : from === "client" && kind === "session/prompt";
  const message = mayBe ? messageOf(record) : undefined;
  if (!isMessage(message) || !("method" in message)) return [];
  if (from === "agent") {
    const isTold = !("id" in message) && sessionIdOf(message) !== undefined;
    return isTold ? [withSessionId(message, sessionId)] : [];
  }
  if (!("id" in message) || isOwnPrompt(message.id)) return [];
  return promptAsUpdates(sessionId, seq, paramsOf(message));
}

/**
 * One client's prompt as the others see it. The id is the one that a replay gives it. A client that was disconnected knows its
 * own by the id that it gave it.
 */
export function promptAsUpdates(sessionId: string, seq: number, params: JsonObject): readonly AnyNotification[] {
  const promptId = stringOf(tenonMeta(params)["promptId"]);
  return itemsOf(params["prompt"]).map((content) => {
    const update = { sessionUpdate: "user_message_chunk", messageId: `prompt-${seq}`, content };
    const shown = { sessionId, update };
    const marked = promptId === undefined ? shown : withTenonMeta(shown, { promptId });
    return { jsonrpc: "2.0", method: "session/update", params: marked };
  });
}

/** Clients that know our extensions get the sequence number of each message, to come back to. */
export function withSeq(link: ClientLink, message: AnyNotification, seq: number | undefined): AnyNotification {
  if (seq === undefined || !knowsTenon(link)) return message;
  return { ...message, params: withTenonMeta(paramsOf(message), { seq }) };
}

/** Some updates are only for clients that announced support for them [R150] [R151]. */
export function isShownTo(link: ClientLink, message: AnyNotification): boolean {
  const needed = neededBy(message);
  return needed === undefined || isObject(objectOf(link.capabilities["session"])[needed]);
}

function neededBy(message: AnyNotification): "notices" | "compaction" | undefined {
  const kind = updateKind(message);
  if (kind === "notice") return "notices";
  return kind?.startsWith("compaction_") ? "compaction" : undefined;
}

/** Which kind of update it is, if it is one. */
export function updateKind(message: AnyNotification): string | undefined {
  if (message.method !== "session/update") return undefined;
  return stringOf(objectOf(paramsOf(message)["update"])["sessionUpdate"]);
}

function isMessage(value: unknown): value is AnyMessage {
  return isObject(value) && value["jsonrpc"] === "2.0";
}
