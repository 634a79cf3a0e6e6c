/**
 * Every way into a toolset, as a transport of the official client.
 */

import { PassThrough } from "node:stream";

import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { type LogEntry, type OpenOptions, openToolset, type OpenToolset, type Toolset } from "@tenon/toolset";
import { serve, serveHttp } from "@tenon/toolset/node";

export interface Door {
  readonly name: string;
  readonly revisions: readonly Revision[];
  open(toolset: Toolset, options: OpenOptions): Promise<OpenDoor>;
}

export interface OpenDoor {
  readonly transport: Transport;
  close(): Promise<void>;
}

export type Revision = "2025-11-25" | "2026-07-28";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

export const doors: readonly Door[] = [
  {
    name: "memory",
    revisions: BOTH,
    async open(toolset, options) {
      const opened = openToolset(toolset, options);
      return { transport: opened.connect(), close: opened.close };
    },
  },
  {
    name: "streams",
    revisions: BOTH,
    async open(toolset, options) {
      const [stdin, stdout, ended] = [new PassThrough(), new PassThrough(), new AbortController()];
      const served = serve(toolset, { ...options, stdin, stdout, signal: ended.signal });
      return {
        // It reads and writes lines, whichever side it is.
        transport: new StdioServerTransport(stdout, stdin),
        async close() {
          ended.abort();
          await served;
        },
      };
    },
  },
  {
    name: "HTTP",
    revisions: BOTH,
    async open(toolset, options) {
      const served = await serveHttp(toolset, options);
      return { transport: new StreamableHTTPClientTransport(new URL(served.url)), close: served.close };
    },
  },
  {
    name: "single requests, as over ACP",
    revisions: ["2026-07-28"],
    async open(toolset, options) {
      const opened = openToolset(toolset, options);
      return { transport: carrier(opened), close: opened.close };
    },
  },
];

/** As the provider of the ACP SDK does: each request by itself, with its notifications. */
function carrier({ answer }: OpenToolset): Transport {
  const running = new Map<string | number, AbortController>();
  const transport: Transport = {
    async start() {},
    async send(message) {
      if (!("method" in message)) return;
      if (message.method === "notifications/cancelled") running.get(String(message.params?.["requestId"]))?.abort();
      if (!("id" in message)) return;
      const { id, method, params } = message;
      const cancelled = new AbortController();
      running.set(String(id), cancelled);
      const notify = async (method: string, params?: Record<string, unknown>) =>
        transport.onmessage?.({ jsonrpc: "2.0", method, ...(params && { params }) });
      answer({ requestId: String(id), method, params, signal: cancelled.signal, notify })
        .then((outcome) => transport.onmessage?.({ jsonrpc: "2.0", id, ...outcome } as never))
        .catch((error: unknown) => transport.onerror?.(error as Error));
    },
    async close() {
      for (const cancelled of running.values()) cancelled.abort();
      transport.onclose?.();
    },
  };
  return transport;
}

/** Waits for entries of a log. */
export function createLog() {
  const entries: LogEntry[] = [];
  let wake = Promise.withResolvers<void>();
  return {
    entries,
    sink(entry: LogEntry) {
      entries.push(entry);
      wake.resolve();
      wake = Promise.withResolvers();
    },
    async until(isIt: (entry: LogEntry) => boolean): Promise<LogEntry> {
      for (;;) {
        const found = entries.find(isIt);
        if (found) return found;
        await wake.promise;
      }
    },
  };
}
