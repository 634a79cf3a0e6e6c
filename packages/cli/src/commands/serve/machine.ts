/**
 * This machine among those that share a store: where the others reach it, and what they prove themselves by.
 */

import { networkInterfaces } from "node:os";
import { resolve } from "node:path";

import type { Machines, Pool } from "@tenon/gateway";

import { t } from "../../messages/t.ts";
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
  readonly pool?: readonly string[];
}

export function thisMachine({ store, address: given, host, pool = [] }: MachineFlags): Machine {
  const pools = pool.map(poolFrom);
  if (given !== undefined && !/^https?:\/\/[^/]+\/?$/.test(given)) {
    throw new UsageError(t('--address: expected a URL such as http://10.0.0.5:7411, got "{given}"', { given }));
  }
  let address = given;
  const here = () => address;
  return {
    address: here,
    listens: (port) => void (address ??= `http://${reachable(host)}:${port}`),
    async machines() {
      const url = await chosenStore(store);
      if (url === undefined && pools.length > 0) throw new UsageError(t("--pool needs --store, which machines share"));
      if (url === undefined) return undefined;
      const { machineSecret } = await import("@tenon/journal/postgres");
      return { address: here, secret: await machineSecret({ url }), pools };
    },
  };
}

/** An address of ours, where we listen on all of them. */
function reachable(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host.includes(":") ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";
}

function poolFrom(given: string): Pool {
  const [, name, folder] = /^([\w.-]+)(?:=(.+))?$/s.exec(given) ?? [];
  if (name === undefined) {
    throw new UsageError(t('--pool: expected a name such as web or web=/srv/web, got "{given}"', { given }));
  }
  return folder === undefined ? { name } : { name, folder: resolve(folder) };
}
