/**
 * Finds the session that each message of a connection belongs to, in both directions, and puts it into that one's lane.
 *
 * Agents speak of a session before they have answered `session/new` [R45], so while one is being opened, messages about
 * an unknown session are kept for it.
 */

import type { AnyMessage, AnyResponse, JsonRpcId } from "@agentclientprotocol/sdk";
import { objectOf, stringOf } from "@tenon/basis";
import type { Side } from "@tenon/timeline";

import type { Delivery } from "../wire/agent-wire.ts";
import { isRequest, isResponse, sessionIdOf } from "../wire/wire-message.ts";
import type { SessionLane } from "./session-lane.ts";

export interface SessionRouter {
  deliver(from: Side, message: AnyMessage, size: number): Delivery;
  /** From now on until it is disposed, a session with an id that we do not know yet may appear. */
  expectSession(): Disposable;
  /** What came for it already goes into the lane at once. */
  open(sessionId: string, lane: Pick<SessionLane, "take">): void;
  close(sessionId: string): void;
}

const MAX_EARLY_MESSAGES = 10_000;
const MAX_EARLY_LENGTH = 16 * 1024 * 1024;

interface Asked {
  readonly sessionId: string | undefined;
  /** The request that opens a session which has no id yet. */
  readonly opening?: AnyMessage;
}

interface Early {
  readonly sessionId: string;
  readonly from: Side;
  readonly message: AnyMessage;
  readonly size: number;
}

export function createSessionRouter(): SessionRouter {
  const lanes = new Map<string, Pick<SessionLane, "take">>();
  const asked = { client: new Map<JsonRpcId, Asked>(), agent: new Map<JsonRpcId, Asked>() };
  const early = createEarlyMessages();
  return {
    deliver(from, message, size) {
      if (isResponse(message)) return deliverResponse(from, message, size);
      const sessionId = sessionIdOf(message);
      if (isRequest(message)) {
        const opening = message.method === "session/new" ? { opening: message } : {};
        asked[from].set(message.id, { sessionId, ...opening });
      }
      const done = route(sessionId, from, message, size);
      // The SDK would drop the updates it does not know, and complain on the console.
      return { isForSdk: isRequest(message) || message.method !== "session/update", done };
    },
    expectSession: early.expect,
    open(sessionId, lane) {
      lanes.set(sessionId, lane);
      for (const { from, message } of early.take(sessionId)) void lane.take(from, message);
    },
    close: (sessionId) => void lanes.delete(sessionId),
  };

  function deliverResponse(from: Side, message: AnyResponse, size: number): Delivery {
    const questions = asked[from === "agent" ? "client" : "agent"];
    const question = questions.get(message.id);
    questions.delete(message.id);
    if (!question) return { isForSdk: false }; // It answers nothing that we asked, or answers it again [R20].
    if (!question.opening) return { isForSdk: true, done: route(question.sessionId, from, message, size) };
    const sessionId = newSessionId(message);
    void route(sessionId, "client", question.opening, 0);
    return { isForSdk: true, done: route(sessionId, from, message, size) };
  }

  function route(sessionId: string | undefined, from: Side, message: AnyMessage, size: number) {
    if (sessionId === undefined) return undefined;
    const lane = lanes.get(sessionId);
    if (lane) return lane.take(from, message);
    early.add({ sessionId, from, message, size });
    return undefined;
  }
}

/** Messages of sessions that are being opened, as far as there is capacity for them. */
function createEarlyMessages() {
  let messages: Early[] = [];
  let length = 0;
  let expected = 0;
  return {
    expect(): Disposable {
      expected += 1;
      return { [Symbol.dispose]: stopExpecting };
    },
    add(early: Early): void {
      const hasCapacity = messages.length < MAX_EARLY_MESSAGES && length + early.size <= MAX_EARLY_LENGTH;
      if (expected === 0 || !hasCapacity) return;
      messages.push(early);
      length += early.size;
    },
    take(sessionId: string): readonly Early[] {
      const taken = messages.filter((early) => early.sessionId === sessionId);
      messages = messages.filter((early) => early.sessionId !== sessionId);
      for (const { size } of taken) length -= size;
      return taken;
    },
  };

  function stopExpecting() {
    expected -= 1;
    if (expected > 0) return;
    messages = [];
    length = 0;
  }
}

function newSessionId(message: AnyResponse): string | undefined {
  return "result" in message ? stringOf(objectOf(message.result)["sessionId"]) : undefined;
}
