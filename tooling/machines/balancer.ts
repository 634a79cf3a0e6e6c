/**
 * A load balancer as they are: it asks each machine every second whether it is ready, and sends clients to any that is.
 */

import type { Machine } from "./machine.ts";

export interface Balancer extends Disposable {
  pick(random: () => number): Machine;
}

const LOOK_MS = 1_000;

export function createBalancer(machines: readonly Machine[]): Balancer {
  const ready = new Set(machines);
  const timer = setInterval(() => {
    for (const machine of machines) void look(machine);
  }, LOOK_MS);
  return {
    pick(random) {
      const choice = ready.size > 0 ? [...ready] : machines;
      const picked = choice[Math.floor(random() * choice.length)];
      if (!picked) throw new RangeError("There is no machine");
      return picked;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };

  async function look(machine: Machine): Promise<void> {
    const url = machine.url.replace(/^ws/, "http").replace(/\/acp$/, "/readyz");
    const isReady = await fetch(url, { signal: AbortSignal.timeout(LOOK_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(machine);
    else ready.delete(machine);
  }
}
