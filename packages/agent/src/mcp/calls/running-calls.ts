/**
 * The calls of servers that run now, so that what a server asks meanwhile is shown with its call, and ends with it.
 */

import type { ServerSpec } from "@tenon/hub";

export interface RunningCall {
  readonly spec: ServerSpec;
  readonly toolCallId: string;
  readonly signal: AbortSignal;
}

export interface RunningCalls {
  /** The call counts as running until the work has settled. */
  during<T>(spec: ServerSpec, call: Omit<RunningCall, "spec">, work: () => Promise<T>): Promise<T>;
  of(server: string): readonly RunningCall[];
}

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, Set<RunningCall>>();
  return {
    async during(spec, { toolCallId, signal }, work) {
      const calls = running.get(spec.name) ?? new Set();
      const call = { spec, toolCallId, signal };
      running.set(spec.name, calls.add(call));
      try {
        return await work();
      } finally {
        calls.delete(call);
      }
    },
    of: (server) => [...(running.get(server) ?? [])],
  };
}
