/**
 * A hub for tests: records what it reports, and makes specs of scripted servers.
 */

import { type Hub, type HubOptions, openHub, type Receipt, type ReceiptState, type ServerSpec } from "@tenon/hub";
import type { HttpServer, StdioServer } from "@tenon/testkit/mcp";

export interface TestHub extends Hub {
  readonly receipts: readonly Receipt[];
  readonly warnings: readonly string[];
  /** The first receipt of this state, past or to come. */
  until(server: string, state: ReceiptState, count?: number): Promise<Receipt>;
  /** The tools by their real names, once this is true of them. */
  untilTools(fits: (tools: readonly string[]) => boolean): Promise<readonly string[]>;
}

export function openTestHub(servers: readonly ServerSpec[], options: Partial<HubOptions> = {}): TestHub {
  const receipts: Receipt[] = [];
  const warnings: string[] = [];
  const waits = new Set<() => boolean>();
  const look = () => {
    for (const wait of waits) if (wait()) waits.delete(wait);
  };
  const hub = openHub({
    cwd: process.cwd(),
    clientInfo: { name: "test", version: "0.0.0" },
    ...options,
    servers,
    onReceipt: (receipt) => {
      receipts.push(receipt);
      queueMicrotask(look);
    },
    onWarning: (warning) => warnings.push(warning),
    onCatalogue: () => queueMicrotask(look),
  });
  const until = <Value>(find: () => Value | undefined): Promise<Value> =>
    new Promise((resolve) => {
      const wait = () => {
        const value = find();
        if (value !== undefined) resolve(value);
        return value !== undefined;
      };
      if (!wait()) waits.add(wait);
    });
  return Object.assign(Object.create(hub) as Hub, {
    receipts,
    warnings,
    until: (server: string, state: ReceiptState, count = 1) =>
      until(() => receipts.filter((receipt) => receipt.server === server && receipt.state === state)[count - 1]),
    untilTools: (fits: (tools: readonly string[]) => boolean) =>
      until(() => {
        const tools = hub.catalogue.tools.map(({ tool }) => tool);
        return fits(tools) ? tools : undefined;
      }),
  });
}

export function stdioSpec(name: string, server: StdioServer, options: ServerSpec["options"] = {}): ServerSpec {
  return { type: "stdio", name, command: server.command, args: server.args, env: server.env, options };
}

export function httpSpec(name: string, server: HttpServer, headers: Record<string, string> = {}): ServerSpec {
  return { type: "http", name, url: server.url, headers };
}
