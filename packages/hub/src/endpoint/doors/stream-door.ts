/**
 * Connections of newline-delimited JSON, in either revision: the first message decides.
 */

import { once } from "node:events";
import type { Duplex } from "node:stream";

import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import type { ServerMaker } from "../mcp-server.ts";
import { type Door, log, notify } from "./door.ts";

export interface StreamDoor extends Door {
  /** Resolves when the connection has ended, by either side. Never rejects. */
  serve(stream: Duplex): Promise<void>;
}

// As much as one message may have; images come in arguments too.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export function createStreamDoor(maker: ServerMaker): StreamDoor {
  const servers = new Set<McpServer>();
  const open = new Set<() => Promise<void>>();

  return {
    async serve(stream) {
      const ended = new AbortController();
      // A stream that fails without a listener ends the process [W4].
      stream.on("error", () => ended.abort());
      const transport = new StdioServerTransport(stream, stream, { maxBufferSize: MAX_MESSAGE_BYTES });
      const own = new Set<McpServer>();
      const handle = serveStdio(
        ({ era }) => {
          const server = maker.make(era);
          server.server.onclose = () => void servers.delete(server);
          servers.add(server);
          own.add(server);
          return server;
        },
        { transport },
      );
      const end = async () => {
        ended.abort();
        await handle.close();
        stream.destroy();
      };
      open.add(end);
      await untilEnded(stream, ended.signal);
      await end();
      open.delete(end);
      for (const server of own) servers.delete(server);
    },
    changed(list) {
      for (const server of servers) notify(server, list);
    },
    logged(message) {
      for (const server of servers) log(server, message);
    },
    async close() {
      await Promise.all([...open].map((end) => end()));
    },
  };
}

async function untilEnded(stream: Duplex, signal: AbortSignal): Promise<void> {
  if (stream.destroyed || stream.readableEnded) return;
  const over = new AbortController();
  const any = { signal: AbortSignal.any([signal, over.signal]) };
  await Promise.race([once(stream, "end", any), once(stream, "close", any)]).catch(() => {}); // aborted or failed
  over.abort();
}
