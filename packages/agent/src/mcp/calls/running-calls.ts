/**
 * The calls of servers that run now, so that what a server asks meanwhile is shown with its call, and ends with it.
 */

export interface RunningCall {
  readonly toolCallId: string;
  readonly signal: AbortSignal;
}

export interface RunningCalls {
  /** The call counts as running until the work is done, well or badly. */
  during<T>(server: string, call: RunningCall, work: () => Promise<T>): Promise<T>;
  of(server: string): readonly RunningCall[];
}

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, Set<RunningCall>>();
  return {
    async during(server, call, work) {
      const calls = running.get(server) ?? new Set();
      running.set(server, calls.add(call));
      try {
        return await work();
      } finally {
        calls.delete(call);
      }
    },
    of: (server) => [...(running.get(server) ?? [])],
  };
}
