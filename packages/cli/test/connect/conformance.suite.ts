/**
 * The agent through `tenon connect` and a gateway does what it does over stdio: the same cases, with nothing in between that
 * the editor could notice.
 */

import { PassThrough, Readable, Writable } from "node:stream";

import { connectEditor, connectInterceptor, gatewayAddress, httpLine, socketLine } from "@tenon/connect";
import { createGateway, createLog, serveHttp } from "@tenon/gateway";
import { openHub } from "@tenon/hub";
import { openMemoryJournal } from "@tenon/journal";
import { memoryGrantStore } from "@tenon/policy";
import { byteWire } from "@tenon/testkit/acp";
import { describe } from "vitest";

import { agentSuite } from "../../../agent/test/support/agent-suite.ts";

const token = "t".repeat(43);

describe.each([
  ["a WebSocket", socketLine],
  ["HTTP", httpLine],
])("through connect over %s", (_, openLine) => {
  agentSuite(async (ownAgent) => {
    const journal = openMemoryJournal();
    const gateway = createGateway({ journal, ownAgent });
    const log = createLog({ level: "error", secrets: [token], write: (line) => process.stderr.write(line) });
    const server = await serveHttp({ gateway, token, log, version: "0.0.0" });
    const address = gatewayAddress(server.url);
    const [input, output] = [new PassThrough(), new PassThrough()];
    const over = new AbortController();
    const ended = connectEditor({
      editor: { input, write: (bytes) => void output.write(bytes) },
      gateway: address.name,
      open: openLine({ address, token }),
      intercept: connectInterceptor({
        gateway: address.name,
        asker: "The agent",
        tree: "shared",
        version: "0.0.0",
        environment: process.env,
        services: async () => ({ openHub, grants: memoryGrantStore() }),
        onWarning() {},
        onSecrets() {},
      }),
      onWarning() {},
      signal: over.signal,
    });
    return {
      wire: byteWire({ readable: Readable.toWeb(output), writable: Writable.toWeb(input) }),
      async end() {
        over.abort();
        await ended;
        await gateway.close();
        await server.close();
        await journal.close();
      },
    };
  });
});
