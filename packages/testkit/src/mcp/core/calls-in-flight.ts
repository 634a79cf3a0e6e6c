/**
 * The calls that one connection waits for, so that they can be cancelled by the id of their request.
 */

import { type JsonObject, objectOf } from "@tenon/basis";

import type { RequestId } from "./json-rpc.ts";
import { runCall, type Call, type CallOutcome } from "./run-call.ts";
import type { World } from "./world.ts";

export interface CallsInFlight {
  /** Runs a call to its end. A call that falls silent on its own stays in flight: it can still be cancelled. */
  run(id: RequestId, call: Omit<Call, "signal">): Promise<CallOutcome | { readonly type: "cancelled" }>;
  /** Does nothing for calls that have ended, and for requests that were never calls. */
  cancel(id: unknown, by: "message" | "disconnect"): void;
}

export function createCallsInFlight(world: World): CallsInFlight {
  const cancels = new Map<unknown, (by: "message" | "disconnect") => void>();
  return {
    async run(id, call) {
      const { tool, number } = call;
      const name = { tool: tool.name, call: number };
      const cancelled = new AbortController();
      if (!call.from) world.record({ type: "call-start", ...name, arguments: call.arguments });
      cancels.set(id, (by) => {
        world.record({ type: "call-cancel", ...name, by });
        cancelled.abort();
      });
      const outcome = await runCall(world, { ...call, signal: cancelled.signal });
      const isSilent = outcome.type === "silence";
      if (isSilent && !cancelled.signal.aborted) return outcome;
      cancels.delete(id);
      world.record({ type: "call-end", ...name });
      return isSilent ? { type: "cancelled" } : outcome;
    },
    cancel(id, by) {
      const cancel = cancels.get(id);
      cancels.delete(id);
      cancel?.(by);
    },
  };
}

/** The part of the parameters of `tools/call` that the tool is given. */
export function argumentsOf(params: JsonObject): JsonObject {
  return objectOf(params["arguments"]);
}
