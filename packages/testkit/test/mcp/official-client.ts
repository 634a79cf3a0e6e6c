/**
 * The official client, connected to a scripted server over any transport and in either revision.
 */

import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import {
  startHttpServer,
  startSseServer,
  stdioServer,
  type Revision,
  type ServerHandle,
  type ServerScript,
} from "../../src/mcp/index.ts";

export interface Way {
  readonly transport: "stdio" | "http" | "sse";
  readonly revision: Revision;
}

/** Every transport in every revision that can be spoken over it. */
export const WAYS: readonly Way[] = [
  { transport: "stdio", revision: "2025-11-25" },
  { transport: "stdio", revision: "2026-07-28" },
  { transport: "http", revision: "2025-11-25" },
  { transport: "http", revision: "2026-07-28" },
  { transport: "sse", revision: "2025-11-25" },
];

export interface Connected extends AsyncDisposable {
  readonly client: Client;
  readonly server: ServerHandle;
}

/** Starts a server and connects a client. `prepare` may set handlers before that. */
export async function connectBoth(
  way: Way,
  script: ServerScript,
  options: ClientOptions & { readonly prepare?: (client: Client) => void } = {},
): Promise<Connected> {
  const { prepare, ...clientOptions } = options;
  const { server, transport } = await startServer(way, script);
  const client = officialClient(way.revision, clientOptions);
  prepare?.(client);
  await client.connect(transport);
  return {
    client,
    server,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
    },
  };
}

function officialClient(revision: Revision, options: ClientOptions = {}): Client {
  const versionNegotiation = revision === "2026-07-28" ? ({ mode: { pin: revision } } as const) : undefined;
  return new Client({ name: "test", version: "1" }, { ...options, ...(versionNegotiation && { versionNegotiation }) });
}

async function startServer(way: Way, script: ServerScript): Promise<{ server: ServerHandle; transport: Transport }> {
  if (way.transport === "stdio") {
    const server = await stdioServer(script);
    const { command, args, env } = server;
    return { server, transport: new StdioClientTransport({ command, args, env }) };
  }
  if (way.transport === "sse") {
    const server = await startSseServer(script);
    return { server, transport: new SSEClientTransport(new URL(server.url)) };
  }
  const server = await startHttpServer(script);
  return { server, transport: new StreamableHTTPClientTransport(new URL(server.url)) };
}
