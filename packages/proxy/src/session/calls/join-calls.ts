/**
 * Joins calls at the endpoint to those that the agent shows, by the tool and its arguments. Each is joined once.
 */

import { type JsonObject, unlessAborted, within } from "@tenon/basis";
import type { EndpointCall } from "@tenon/hub/endpoint";
import { canonicalJson } from "@tenon/policy";

import type { AgentCall, AgentCalls } from "./agent-calls.ts";

export interface JoinedCalls extends Pick<AgentCalls, "idOf" | "callOf" | "clear"> {
  /** The agent has shown something: calls that wait may be joined. */
  look(): void;
}

// The agent's messages and its calls come by different ways; its messages are rarely the later ones.
const LATE_UPDATE_MS = 250;

export function joinCalls(shown: () => Iterable<AgentCall>): JoinedCalls {
  const joined = new Map<string, string>();
  const waiting = new Set<() => void>();
  return {
    idOf: async (call) => join(call) ?? (await whenLate(call)),
    callOf: (toolCallId) => [...joined].find(([, id]) => id === toolCallId)?.[0],
    look() {
      for (const wake of waiting) wake();
    },
    clear: () => joined.clear(),
  };

  function join(call: EndpointCall): string | undefined {
    const found = joined.get(call.id) ?? match(call);
    if (found !== undefined) joined.set(call.id, found);
    return found;
  }

  function match(call: EndpointCall): string | undefined {
    const taken = new Set(joined.values());
    const free = [...shown()].filter(
      ({ toolCallId, tool, called }) =>
        !taken.has(toolCallId) &&
        (tool ? tool.name === call.name && tool.server === call.server : called === call.called),
    );
    const wanted = textOf(call.args);
    const exact = free.find(({ args }) => wanted !== undefined && args !== undefined && textOf(args) === wanted);
    return (exact ?? free.find(({ args }) => args === undefined || Object.keys(args).length === 0))?.toolCallId;
  }

  async function whenLate(call: EndpointCall): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const look = () => {
      const found = join(call);
      if (found !== undefined) resolve(found);
    };
    waiting.add(look);
    try {
      return await unlessAborted(within(LATE_UPDATE_MS, promise, { signal: call.signal }), call.signal);
    } finally {
      waiting.delete(look);
    }
  }
}

/** Undefined if they nest too deep to be compared. */
function textOf(args: JsonObject): string | undefined {
  try {
    return canonicalJson(args);
  } catch {
    return undefined;
  }
}
