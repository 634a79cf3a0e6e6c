/**
 * Opens a connection to a server, whatever it speaks: stdio or remote, the newer revision of MCP or an older one,
 * Streamable HTTP or SSE. What was found out is remembered, so that no server is started or asked twice.
 */

import type { ChannelServerSpec, RemoteServerSpec, StdioServerSpec } from "../server-spec.ts";
import type { RemoteConnectOptions } from "./remote/connect-remote.ts";
import { connectStdio, type StdioConnectOptions } from "./stdio/connect-stdio.ts";
import type { Connection } from "./protocol/connection.ts";

export type ConnectOptions = StdioConnectOptions & RemoteConnectOptions;

type ConnectedSpec = StdioServerSpec | RemoteServerSpec | ChannelServerSpec;

export async function connect(spec: ConnectedSpec, options: ConnectOptions): Promise<Connection> {
  const { memory, signal } = options;
  try {
    return await open(spec, options);
  } catch (error) {
    if (signal.aborted || !memory.recall(spec)) throw error;
    // What was remembered may no longer be true. A server that refuses it is asked at once, one that is away later.
    memory.forget(spec);
    if (!isRefusal(error)) throw error;
    return await open(spec, options);
  }
}

async function open(spec: ConnectedSpec, options: ConnectOptions): Promise<Connection> {
  if (spec.type === "stdio") return await connectStdio(spec, options);
  if (spec.type === "channel") return await connectChannel(spec, options);
  // With its HTTP client it is most of the code, and most servers are local.
  const { connectRemote } = await import("./remote/connect-remote.ts");
  return await connectRemote(spec, options);
}

/** The program opened the channel and knows what is at its other end, so nothing is remembered. */
async function connectChannel(spec: ChannelServerSpec, options: ConnectOptions): Promise<Connection> {
  const { handshake } = await import("./protocol/handshake.ts");
  const transport = spec.open();
  const whyGone = async () => await transport.whyGone?.();
  return await handshake({ transport, revision: "ask", closeTransport: () => transport.close(), whyGone }, options);
}

/** An error of JSON-RPC, or one that is about the revision. */
function isRefusal(error: unknown): boolean {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "number" || code === "ERA_NEGOTIATION_FAILED";
}
