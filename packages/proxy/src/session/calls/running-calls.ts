/**
 * The calls at the endpoint that run now, by the agent's ids: what a server asks meanwhile is shown with its call.
 */

import type { EndpointEvent } from "@tenon/hub/endpoint";

import type { AgentCalls } from "./agent-calls.ts";

export interface RunningCalls {
  event(event: EndpointEvent): void;
  of(server: string): readonly RunningCall[];
}

interface RunningCall {
  /** At the endpoint. */
  readonly id: string;
  readonly server: string;
  readonly toolCallId: string;
  readonly signal: AbortSignal;
}

export function createRunningCalls(calls: Pick<AgentCalls, "idOf">): RunningCalls {
  const running = new Map<string, RunningCall>();
  return {
    event(event) {
      if (event.type === "started") start(event.call);
      if (event.type === "ended") running.delete(event.call.id);
    },
    of: (server) => [...running.values()].filter((call) => call.server === server),
  };

  function start(call: Extract<EndpointEvent, { readonly type: "started" }>["call"]): void {
    const { id, server, signal } = call;
    running.set(id, { id, server, signal, toolCallId: ownId(id) });
    void calls.idOf(call).then((toolCallId) => {
      if (toolCallId !== undefined && running.has(id)) running.set(id, { id, server, signal, toolCallId });
    });
  }
}

/** Of a call that the agent does not show. */
export function ownId(callId: string): string {
  return `tenon-${callId}`;
}
