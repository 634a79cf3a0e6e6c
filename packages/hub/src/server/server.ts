/**
 * One server of a session: its connection, its tools, and calls of them.
 */

import type { Connection, ConnectionCall, ToolDefinition } from "../connection/protocol/connection.ts";
import type { RawResult } from "../connection/wire/raw-result.ts";
import type { ServerChange } from "../connection/protocol/watch-lists.ts";
import { keepConnected, type KeepConnectedSetup, type KeptConnection } from "./keep-connected.ts";
import { createServerCalls } from "./server-calls.ts";
import { createToolList, type ToolListSetup } from "./tool-list.ts";

export interface Server extends Omit<KeptConnection, "get" | "whyEnded"> {
  readonly tools: readonly ToolDefinition[];
  /** As `KeptConnection.get`. */
  connection(signal: AbortSignal): Promise<Connection>;
  call(call: ConnectionCall): Promise<RawResult>;
}

export interface ServerSetup
  extends Omit<KeepConnectedSetup, "connect" | "prepare" | "onChange">, Omit<ToolListSetup, "onTools"> {
  connect(options: {
    readonly signal: AbortSignal;
    readonly onChange: (change: ServerChange) => void;
  }): Promise<Connection>;
  /** After each listing, and when the server is down. */
  readonly onTools: () => void;
  /** A list that is not kept here, or a resource, has changed: read it again from the server's client. */
  readonly onServerChange: (change: Exclude<ServerChange, "tools">) => void;
}

export function openServer(setup: ServerSetup): Server {
  const { name, receipt, onTools } = setup;
  const list = createToolList(setup);
  const kept = keepConnected({
    name,
    receipt,
    pauseMs: setup.pauseMs,
    now: setup.now,
    onChange: onTools,
    connect: (signal) =>
      setup.connect({
        signal,
        onChange: (change) => (change === "tools" ? list.refresh(signal) : setup.onServerChange(change)),
      }),
    async prepare(connection, signal) {
      const use = await list.read(connection, signal);
      return () => {
        use();
        receipt.to("listed", `${list.tools.length} tools`);
      };
    },
  });
  const { call, isBusy } = createServerCalls(kept, setup);
  return {
    state: kept.state,
    get tools() {
      return list.tools;
    },
    settled: kept.settled,
    connection: kept.get,
    call,
    park: async () => void (isBusy() || (await kept.park())),
    retry: kept.retry,
    wake: kept.wake,
    restart: kept.restart,
    close: kept.close,
  };
}
