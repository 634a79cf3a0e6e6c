/**
 * Connections that last: standard streams, memory, anything that carries messages both ways. The first message decides the
 * revision.
 */

import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { type Engine, normalUri } from "../running/engine.ts";
import type { MadeServer } from "../running/make-server.ts";

export interface Connections {
  /** Resolves when the connection has ended, by either side. Never rejects. */
  serve(transport: Transport, options?: { readonly legacy?: "serve" | "reject" }): Promise<void>;
  close(): Promise<void>;
}

export function createConnections(engine: Engine): Connections {
  const open = new Set<() => Promise<void>>();
  const servers = new Set<MadeServer>();
  const unwatch = engine.watch({
    resourceUpdated: (uri) => servers.forEach((server) => sendUpdated(server, uri)),
    resourcesChanged: () => servers.forEach(({ mcp }) => ignore(mcp.server.sendResourceListChanged())),
  });

  return {
    async serve(transport, { legacy = "serve" } = {}) {
      const ended = Promise.withResolvers<void>();
      const own = new Set<MadeServer>();
      const handle = serveStdio(
        async ({ era }) => {
          const made = await engine.make(era);
          made.mcp.server.onclose = () => void servers.delete(made);
          servers.add(made);
          own.add(made);
          return made.mcp;
        },
        { transport: withEnd(transport, ended.resolve), legacy },
      );
      open.add(handle.close);
      await ended.promise;
      open.delete(handle.close);
      for (const made of own) servers.delete(made);
    },
    async close() {
      unwatch();
      await Promise.all([...open].map((close) => close()));
    },
  };
}

/** In 2026-07-28 the door knows the subscriptions, and drops what the client has not asked for. */
function sendUpdated({ mcp, era, subscriptions }: MadeServer, updated: string): void {
  const uris = era === "modern" ? [updated] : [...subscriptions].filter((uri) => normalUri(uri) === normalUri(updated));
  for (const uri of uris) ignore(mcp.server.sendResourceUpdated({ uri }));
}

/** A client that is gone, or not greeted yet, needs no notice; an un-awaited rejection would end the process. */
function ignore(sent: Promise<void>): void {
  sent.catch(() => {});
}

function withEnd(inner: Transport, ended: () => void): Transport {
  const outer: Transport = {
    async start() {
      inner.onmessage = (message, extra) => outer.onmessage?.(message, extra);
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onclose = () => {
        outer.onclose?.();
        ended();
      };
      await inner.start();
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  };
  return outer;
}
