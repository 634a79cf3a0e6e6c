/**
 * Connections of newline-delimited JSON, in either revision: the first message decides.
 */

import { once } from "node:events";
import type { Duplex } from "node:stream";

import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import type { MadeServer, ServerMaker } from "../mcp-server.ts";
import { type Door, log, notify, notifyUpdate } from "./door.ts";

export interface StreamDoor extends Door {
  /** Resolves when the connection has ended, by either side. Never rejects. */
  serve(stream: Duplex): Promise<void>;
}

// As much as one message may have; images come in arguments too.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export function createStreamDoor(maker: ServerMaker): StreamDoor {
  const servers = new Set<MadeServer>();
  const open = new Set<() => Promise<void>>();

  return {
    async serve(stream) {
      const ended = new AbortController();
      // A stream that fails without a listener ends the process [W4].
      stream.on("error", () => ended.abort());
      // Each message that waits for the agent to read listens to it: Node.js would warn of a leak on stderr.
      stream.setMaxListeners(0);
      const transport = new StdioServerTransport(stream, stream, { maxBufferSize: MAX_MESSAGE_BYTES });
      const own = new Set<MadeServer>();
      const handle = serveStdio(
        ({ era }) => {
          const made = maker.make(era);
          made.server.server.onclose = () => void servers.delete(made);
          servers.add(made);
          own.add(made);
          return made.server;
        },
        { transport },
      );
      const endListening = followListening(transport, maker);
      const end = async () => {
        ended.abort();
        await handle.close();
        stream.destroy();
      };
      open.add(end);
      await untilEnded(stream, ended.signal);
      await end();
      open.delete(end);
      endListening();
      for (const made of own) {
        servers.delete(made);
        made.end();
      }
    },
    changed(list) {
      for (const { server } of servers) notify(server, list);
    },
    updated(uri) {
      for (const { server, isFollowing } of servers) notifyUpdate(server, uri, isFollowing(uri));
    },
    logged(message) {
      for (const { server, accepts } of servers) if (accepts(message.level)) log(server, message);
    },
    async close() {
      await Promise.all([...open].map((end) => end()));
    },
  };
}

/** Sees `subscriptions/listen` and its end go by. Returns the end of all. */
function followListening(transport: StdioServerTransport, maker: ServerMaker): () => void {
  const following = new Map<unknown, Disposable>();
  const deliver = transport.onmessage;
  const end = (id: unknown) => {
    following.get(id)?.[Symbol.dispose]();
    following.delete(id);
  };
  transport.onmessage = (message) => {
    if ("method" in message && "id" in message) {
      const listening = maker.listen(message);
      if (listening) following.set(message.id, listening);
    } else if ("method" in message && message.method === "notifications/cancelled") {
      end(message.params?.["requestId"]);
    }
    deliver?.(message);
  };
  return () => {
    for (const id of following.keys()) end(id);
  };
}

async function untilEnded(stream: Duplex, signal: AbortSignal): Promise<void> {
  if (stream.destroyed || stream.readableEnded) return;
  const over = new AbortController();
  const any = { signal: AbortSignal.any([signal, over.signal]) };
  await Promise.race([once(stream, "end", any), once(stream, "close", any)]).catch(() => {}); // aborted or failed
  over.abort();
}
