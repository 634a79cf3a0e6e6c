/**
 * This machine among those that share a store: where the others reach it, and what they prove themselves by.
 */

import { networkInterfaces } from "node:os";

import type { Machines } from "@tenon/gateway";

import { UsageError } from "../../process/usage-error.ts";
import { chosenStore } from "../../user/user-store.ts";

export interface Machine extends Pick<Machines, "address"> {
  /** It listens now. */
  listens(port: number): void;
  /** Undefined if it is alone. The store must be open. */
  machines(): Promise<Machines | undefined>;
}

export interface MachineFlags {
  readonly store?: string;
  readonly address?: string;
  readonly host: string;
}

export function thisMachine({ store, address: given, host }: MachineFlags): Machine {
  if (given !== undefined && !/^https?:\/\/[^/]+\/?$/.test(given)) {
    throw new UsageError(`--address: expected a URL such as http://10.0.0.5:7411, got "${given}"`);
  }
  let address = given;
  const here = () => address;
  return {
    address: here,
    listens: (port) => void (address ??= `http://${reachable(host)}:${port}`),
    async machines() {
      const url = await chosenStore(store);
      if (url === undefined) return undefined;
      const { machineSecret } = await import("@tenon/journal/postgres");
      return { address: here, secret: await machineSecret({ url }) };
    },
  };
}

/** An address of ours, where we listen on all of them. */
function reachable(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host.includes(":") ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";
}
