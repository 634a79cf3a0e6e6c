/**
 * How much servers of the 2025 revisions log: the lowest level that an agent has asked for. In 2026-07-28 each request says
 * it for itself.
 */

import type { Client, LoggingLevel } from "@modelcontextprotocol/client";

import type { Hub } from "../../hub-types.ts";
import { isConnected } from "../../server/receipt.ts";
import { READ_MS } from "../../connected-servers.ts";

export interface LogLevels {
  /** Sets the level of one connection. Resolves when the servers have been asked. */
  set(connection: object, level: LoggingLevel): Promise<void>;
  /** Whether a connection wants messages of this level: all, if it has asked for none. */
  accepts(connection: object, level: LoggingLevel): boolean;
  forget(connection: object): void;
  /** Servers have come. */
  renew(): void;
}

const LEVELS: readonly LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

export function createLogLevels(hubNow: () => Hub | undefined): LogLevels {
  const levels = new Map<object, LoggingLevel>();
  const asked = new WeakMap<Client, LoggingLevel>();

  return {
    async set(connection, level) {
      levels.set(connection, level);
      await pass();
    },
    accepts(connection, level) {
      const wanted = levels.get(connection);
      return wanted === undefined || LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);
    },
    forget: (connection) => void levels.delete(connection),
    renew: () => void pass(),
  };

  async function pass(): Promise<void> {
    const hub = hubNow();
    const lowest = LEVELS.find((level) => [...levels.values()].includes(level));
    if (!hub || lowest === undefined) return;
    const servers = hub.servers.filter(
      ({ receipt, info }) => isConnected(receipt.state) && info?.capabilities["logging"] !== undefined,
    );
    await Promise.all(
      servers.map(async ({ spec }) => {
        try {
          const client = await hub.client(spec.name);
          if (client.getProtocolEra() === "modern" || asked.get(client) === lowest) return;
          asked.set(client, lowest);
          await client.setLoggingLevel(lowest, { timeout: READ_MS });
        } catch {
          // It logs as much as it likes; what is too much is not passed on.
        }
      }),
    );
  }
}
