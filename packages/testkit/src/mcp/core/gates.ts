/**
 * Named gates that hold a call or a message until the test opens them. A gate that was opened stays open.
 */

export interface Gates {
  release(gate: string): void;
  /** Resolves when the gate is open. */
  opened(gate: string): Promise<void>;
}

export function createGates(open: readonly string[] = []): Gates {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateCalled = (name: string) => {
    const gate = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, gate);
    return gate;
  };
  const release = (name: string) => gateCalled(name).resolve();
  for (const name of open) release(name);
  return { release, opened: (name) => gateCalled(name).promise };
}
