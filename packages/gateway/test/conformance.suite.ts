/**
 * The agent through the gateway does what it does over stdio: the same cases, over WebSocket and over Streamable HTTP.
 */

import type { Stream } from "@agentclientprotocol/sdk";
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { createGateway, createLog, serveHttp } from "@tenon/gateway";
import { openMemoryJournal } from "@tenon/journal";
import { messageWire } from "@tenon/testkit/acp";
import { describe } from "vitest";
import { WebSocket } from "ws";

import { agentSuite } from "../../agent/test/support/agent-suite.ts";

const token = "t".repeat(43);
const headers = { Authorization: `Bearer ${token}` };

describe.each<[string, (address: string) => Stream]>([
  ["WebSocket", (address) => createWebSocketStream(address.replace("http", "ws"), { WebSocket, headers })],
  ["HTTP", (address) => createHttpStream(address, { headers })],
])("over %s", (_, connect) => {
  agentSuite(async (ownAgent) => {
    const journal = openMemoryJournal();
    const gateway = createGateway({ journal, ownAgent });
    const log = createLog({ level: "error", secrets: [token], write: (line) => process.stderr.write(line) });
    const server = await serveHttp({ gateway, token, log, version: "0.0.0" });
    return {
      wire: messageWire(connect(`${server.url}/acp`)),
      async end() {
        await gateway.close();
        await server.close();
        await journal.close();
      },
    };
  });
});
