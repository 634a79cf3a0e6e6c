/**
 * A hub for tests: records what it reports, makes specs of scripted servers, and insists that closing it leaves nothing:
 * no process with its mark, and no timer, socket, pipe or listener of the test.
 */

import { randomUUID } from "node:crypto";

import { type Hub, type HubOptions, openHub, type Receipt, type ReceiptState, type ServerSpec } from "@tenon/hub";
import { leaveNothing, markedProcesses } from "@tenon/testkit";
import type { HttpServer, StdioServer } from "@tenon/testkit/mcp";
import { aroundEach } from "vitest";

// A machine that is busy with other tests takes its time to let go.
const PATIENCE_MS = 20_000;

/** To be called at the top of a file with tests of a hub. */
export function insistThatNothingIsLeft(): void {
  aroundEach((runTest) => leaveNothing(() => runTest(), { within: PATIENCE_MS }));
}

export interface TestHub extends Hub {
  readonly receipts: readonly Receipt[];
  readonly warnings: readonly string[];
  /** The first receipt of this state, past or to come. */
  until(server: string, state: ReceiptState, count?: number): Promise<Receipt>;
  /** The tools by their real names, once this is true of them. */
  untilTools(fits: (tools: readonly string[]) => boolean): Promise<readonly string[]>;
}

export function openTestHub(
  servers: readonly ServerSpec[],
  options: Partial<HubOptions> = {},
  /** A mark in the environment makes two sessions' servers different ones. */
  marking: "marked" | "unmarked" = "marked",
): TestHub {
  const mark = { name: "TENON_TEST_HUB", value: randomUUID() };
  const hasProcesses = servers.some(({ type }) => type === "stdio");
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
    // On a busy machine servers need longer than a user would wait.
    limits: { waitMs: 50_000, quietMs: 50_000, ...options.limits },
    servers: servers.map((spec) =>
      spec.type === "stdio" && marking === "marked" ? { ...spec, env: { ...spec.env, [mark.name]: mark.value } } : spec,
    ),
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
  const close = async () => {
    await hub.close();
    if (hasProcesses) await markedProcesses(mark).gone({ within: PATIENCE_MS });
  };
  return Object.assign(Object.create(hub) as Hub, {
    close,
    [Symbol.asyncDispose]: close,
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
