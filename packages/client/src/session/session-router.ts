/**
 * Finds the session that each message of a connection belongs to, in both directions, and puts it into that one's lane.
 *
 * Agents speak of a session before they have answered `session/new` [R45], so while one is being opened, messages about
 * an unknown session are kept for it.
 */

import type { AnyMessage, AnyResponse, JsonRpcId } from "@agentclientprotocol/sdk";
import { objectOf, stringOf } from "@tenon/basis";

import type { Delivery } from "../wire/agent-wire.ts";
import { isRequest, isResponse, sessionIdOf, type Side } from "../wire/wire-message.ts";
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
  let early: Early[] = [];
  let earlyText = 0;
  let expected = 0;
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
    expectSession() {
      expected += 1;
      return { [Symbol.dispose]: stopExpecting };
    },
    open(sessionId, lane) {
      lanes.set(sessionId, lane);
      const own = early.filter((item) => item.sessionId === sessionId);
      early = early.filter((item) => item.sessionId !== sessionId);
      for (const { from, message, size } of own) {
        earlyText -= size;
        void lane.take(from, message);
      }
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
    const hasRoom = early.length < MAX_EARLY_MESSAGES && earlyText + size <= MAX_EARLY_LENGTH;
    if (expected > 0 && hasRoom) {
      early.push({ sessionId, from, message, size });
      earlyText += size;
    }
    return undefined;
  }

  function stopExpecting() {
    expected -= 1;
    if (expected > 0) return;
    early = [];
    earlyText = 0;
  }
}

function newSessionId(message: AnyResponse): string | undefined {
  return "result" in message ? stringOf(objectOf(message.result)["sessionId"]) : undefined;
}
