/**
 * 2026-07-28 one request at a time, without a connection: for MCP over ACP, whose messages are carried by another protocol.
 *
 * Each request has a server of its own, so that what is sent beside the answer belongs to it.
 */

import { type JSONRPCMessage, ProtocolErrorCode, type Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { defined, objectOf, untilAborted } from "@tenon/basis";

import type { AnswerOptions, EndpointAnswer, EndpointRequest } from "../endpoint-types.ts";
import type { MadeServer, ServerMaker } from "../mcp-server.ts";
import { type Door, notify, notifyUpdate } from "./door.ts";

export interface MessageDoor extends Door {
  /** Rejects if it is aborted, or the door is closed before there is an answer. */
  answer(request: EndpointRequest, options?: AnswerOptions): Promise<EndpointAnswer>;
}

export function createMessageDoor(maker: ServerMaker): MessageDoor {
  const servers = new Set<MadeServer>();
  const open = new Set<() => Promise<void>>();
  let isClosed = false;

  return {
    async answer({ id, method, params }, { signal, onNotification } = {}) {
      signal?.throwIfAborted();
      if (isClosed) throw new Error(CLOSED);
      // The SDK takes it for a greeting of an older revision.
      if (!(VERSION in objectOf(params?.["_meta"]))) return { error: NO_VERSION };
      const answered = Promise.withResolvers<EndpointAnswer>();
      const own = new Set<MadeServer>();
      const transport = oneAnswer(answered.resolve, onNotification);
      const handle = serveStdio(
        ({ era }) => {
          const made = maker.make(era);
          own.add(made);
          servers.add(made);
          return made.server;
        },
        { transport, legacy: "reject" },
      );
      const end = async () => {
        await handle.close();
        for (const made of own) servers.delete(made);
        answered.reject(new Error(CLOSED));
      };
      open.add(end);
      using _following = maker.listen({ method, params });
      transport.onmessage?.({ jsonrpc: "2.0", id, method, ...defined({ params: params && { ...params } }) });
      try {
        return await untilAborted(answered.promise, signal);
      } finally {
        open.delete(end);
        await end();
      }
    },
    changed(list) {
      for (const { server } of servers) notify(server, list);
    },
    updated(uri) {
      for (const { server } of servers) notifyUpdate(server, uri, false);
    },
    // They belong to requests, which pass them on.
    logged() {},
    async close() {
      isClosed = true;
      await Promise.all([...open].map((end) => end()));
    },
  };
}

const CLOSED = "The endpoint is closed";
const VERSION = "io.modelcontextprotocol/protocolVersion";
const NO_VERSION = { code: ProtocolErrorCode.InvalidParams, message: `_meta must have ${VERSION}` };

function oneAnswer(
  answer: (answer: EndpointAnswer) => void,
  onNotification: AnswerOptions["onNotification"] = () => {},
): Transport {
  return {
    async start() {},
    async send(message: JSONRPCMessage) {
      if ("result" in message) answer({ result: message.result });
      else if ("error" in message) answer({ error: message.error });
      else onNotification({ method: message.method, ...defined({ params: message.params }) });
    },
    async close() {},
  };
}
