/**
 * Answers what a client asks about the servers of a session in front of any agent, as our own agent does. The agent does
 * not know them.
 */

import { errorCode, errorMessage, InvalidValueError, type JsonObject, objectOf } from "@tenon/basis";
import type { HubMethod } from "@tenon/hub/display";

import type { Sides } from "../wire/interceptor.ts";
import { answeredMethods } from "./answered-methods.ts";
import type { SessionTools } from "./session-tools.ts";

export interface ClientQuestions {
  /** False if it is not for us, and has to pass. */
  take(message: JsonObject): boolean;
  /** The client no longer wants an answer. False if it is to another request. */
  cancel(requestId: unknown): boolean;
  close(): void;
}

const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
const CANCELLED = -32_800;

export function createClientQuestions(
  find: (sessionId: unknown) => SessionTools | undefined,
  { toClient }: Pick<Sides, "toClient">,
): ClientQuestions {
  const open = new Map<unknown, AbortController>();
  return {
    take({ id, method, params }) {
      const asked = answeredMethods.find((each) => each === method);
      const tools = asked && id !== undefined ? find(objectOf(params)["sessionId"]) : undefined;
      if (!asked || !tools?.answer) return false;
      void answer(id, asked, objectOf(params), tools.answer);
      return true;
    },
    cancel(requestId) {
      open.get(requestId)?.abort(new Error("Cancelled"));
      return open.has(requestId);
    },
    close() {
      for (const controller of open.values()) controller.abort(new Error("The session has ended"));
    },
  };

  async function answer(
    id: unknown,
    method: HubMethod,
    params: JsonObject,
    ask: NonNullable<SessionTools["answer"]>,
  ): Promise<void> {
    const controller = new AbortController();
    open.set(id, controller);
    try {
      toClient({ jsonrpc: "2.0", id, result: await ask(method, params, controller) });
    } catch (error) {
      toClient({ jsonrpc: "2.0", id, error: refusal(error, controller.signal) });
    } finally {
      open.delete(id);
    }
  }
}

function refusal(error: unknown, signal: AbortSignal): JsonObject {
  const message = errorMessage(error);
  if (signal.aborted) return { code: CANCELLED, message };
  if (error instanceof InvalidValueError) return { code: INVALID_PARAMS, message, data: { path: error.path } };
  return { code: INTERNAL_ERROR, message, data: { code: errorCode(error) } };
}
