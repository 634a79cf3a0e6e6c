/**
 * Reads the JSON-RPC messages of one session, in both directions, and returns what they mean for its timeline.
 *
 * Tolerant: what it does not understand, or what belongs to another session, gives no event, and nothing throws.
 */

import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { TimelineEvent } from "../event.ts";
import { type Call, METHODS, type Side } from "./wire-events.ts";

export interface WireReader {
  /** The events that a message stands for, mostly one or none; `at` is when it was sent. */
  read(from: Side, message: unknown, at?: number): readonly TimelineEvent[];
  /** What a reader needs that goes on from here. The next message must be a prompt. */
  carry(): WireReaderCarry;
}

/** The requests that have not been answered. */
export type WireReaderCarry = Readonly<Record<Side, readonly Call[]>>;

export interface WireReaderOptions {
  /** Leaves out what belongs to other sessions. Without it, everything is taken for one session. */
  readonly sessionId?: string;
  readonly carry?: WireReaderCarry | undefined;
}

type Pending = Map<string, Call>;

export function createWireReader({ sessionId, carry }: WireReaderOptions = {}): WireReader {
  // Each side counts its own requests, so the same id may be under way in both directions [R18].
  const pending: Readonly<Record<Side, Pending>> = { client: byId(carry?.client), agent: byId(carry?.agent) };
  /** It was loaded, and has not been prompted since. */
  let isLoaded = false;

  return {
    read(from, message, at) {
      if (!isObject(message)) return [];
      const method = stringOf(message["method"]);
      const events = method === undefined ? readAnswer(from, message) : readCall(from, method, message);
      return at === undefined ? events : events.map((event) => ({ ...event, at }));
    },
    carry: () => ({
      client: [...pending.client.values()].map(carried),
      agent: [...pending.agent.values()].map(carried),
    }),
  };

  function readCall(from: Side, method: string, message: JsonObject): readonly TimelineEvent[] {
    const params = objectOf(message["params"]);
    const call = { method, params, id: idOf(message["id"]) };
    // An id used again belongs to the new request: the old one died with its connection.
    if (call.id !== undefined) pending[from].delete(call.id);
    if (from === "client" && method === "initialize") return beginConnection();
    if (from === "client" && method === "$/cancel_request") return cancelRequest(pending.client, params);
    const known = METHODS.get(method);
    if (known?.from !== from || !isOurs(params)) return [];
    if (method === "session/prompt") isLoaded = false;
    if (known.onAnswer && call.id !== undefined) pending[from].set(call.id, call);
    const events = known.onCall?.(call) ?? [];
    if (isAny(pending.client, "session/load")) return events.map(asReplay);
    return isLoaded ? events.map(asLateReplay) : events;
  }

  function readAnswer(from: Side, message: JsonObject): readonly TimelineEvent[] {
    const asked = pending[from === "client" ? "agent" : "client"];
    const id = idOf(message["id"]) ?? "";
    const call = asked.get(id);
    asked.delete(id);
    const result = objectOf(message["result"]);
    const error = isObject(message["error"]) ? message["error"] : undefined;
    if (!call || (call.method === "session/new" && !isOurs(result))) return [];
    if (call.method === "session/load") isLoaded = error === undefined;
    return METHODS.get(call.method)?.onAnswer?.(call, { result, error }) ?? [];
  }

  /** The agent that answered before is gone, and with it what it was asked. */
  function beginConnection(): readonly TimelineEvent[] {
    const wasBusy = isAny(pending.client, "session/prompt") || isAny(pending.agent, "elicitation/create");
    pending.client.clear();
    pending.agent.clear();
    return wasBusy ? [{ type: "interruption" }] : [];
  }

  function isOurs(fields: JsonObject): boolean {
    return sessionId === undefined || fields["sessionId"] === undefined || fields["sessionId"] === sessionId;
  }
}

function byId(calls: readonly Call[] = []): Pending {
  return new Map(calls.flatMap((call) => (call.id === undefined ? [] : [[call.id, call]])));
}

/** A prompt may be large, and its answer means the same without it. */
function carried(call: Call): Call {
  return CARRIED_PARAMS.test(call.method) ? call : { ...call, params: {} };
}

const CARRIED_PARAMS = /^terminal\/|^session\/set_mode$/;

/** To cancel the request of a prompt is to cancel the turn [R155]. */
function cancelRequest(pending: Pending, { requestId }: JsonObject): readonly TimelineEvent[] {
  const call = pending.get(idOf(requestId) ?? "");
  return call?.method === "session/prompt" ? [{ type: "cancel" }] : [];
}

function isAny(pending: Pending, wanted: string): boolean {
  return [...pending.values()].some(({ method }) => method === wanted);
}

/** 1 and "1" are two ids [Y-12]. */
function idOf(id: unknown): string | undefined {
  return typeof id === "string" || typeof id === "number" ? JSON.stringify(id) : undefined;
}

function asLateReplay(event: TimelineEvent): TimelineEvent {
  return event.type === "update" && isConversation(event.update.sessionUpdate) ? asReplay(event) : event;
}

function asReplay(event: TimelineEvent): TimelineEvent {
  return event.type === "update" ? { ...event, isReplay: true } : event;
}

/** Updates that belong to the conversation, and so are replayed; not those of the moment, such as commands and modes. */
const CONVERSATION: ReadonlySet<unknown> = new Set([
  "user_message_chunk",
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
  "plan",
]);

/** By the name of an update. Some agents answer `session/load` first and replay afterwards: until the next prompt, these are old. */
export function isConversation(sessionUpdate: unknown): boolean {
  return CONVERSATION.has(sessionUpdate);
}
