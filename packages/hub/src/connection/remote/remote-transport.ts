/**
 * Transports to a remote server: Streamable HTTP, and the older HTTP+SSE.
 */

import {
  type AuthProvider,
  type FetchLike,
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { within } from "@tenon/basis";

import type { RemoteServerSpec } from "../../server-spec.ts";
import { createRemoteFetch } from "./remote-fetch.ts";

export interface RemoteOptions {
  readonly guard?: ((fetch: FetchLike) => FetchLike) | undefined;
  readonly authProvider?: AuthProvider | OAuthClientProvider | undefined;
  /** Options for the sockets: a checked name lookup, certificates. */
  readonly connect?: Readonly<Record<string, unknown>> | undefined;
}

export interface RemoteTransport {
  readonly transport: Transport;
  /** Says goodbye to a session, closes the connection and every socket. */
  close(): Promise<void>;
}

// The SDK gives up its stream for notifications after two tries, and list changes go unnoticed from then on [P42].
const RECONNECTION = {
  initialReconnectionDelay: 1_000,
  reconnectionDelayGrowFactor: 1.5,
  maxReconnectionDelay: 30_000,
  maxRetries: Number.MAX_SAFE_INTEGER,
};

// A server that does not answer a goodbye must not hold up the end of a session [P43].
const GOODBYE_MS = 1_000;

export function openRemoteTransport(
  spec: RemoteServerSpec,
  kind: "http" | "sse",
  options: RemoteOptions,
): RemoteTransport {
  const url = new URL(spec.url);
  const isStreamable = kind === "http";
  const remote = createRemoteFetch({
    url,
    headers: spec.headers,
    isStreamable,
    connect: options.connect,
    guard: options.guard,
  });
  const common = { fetch: remote.fetch, ...(options.authProvider && { authProvider: options.authProvider }) };
  const transport = isStreamable
    ? new StreamableHTTPClientTransport(url, { ...common, reconnectionOptions: RECONNECTION })
    : new SSEClientTransport(url, common);
  return {
    transport,
    async close() {
      if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined) {
        // 405, a dead server, a slow one: all the same, we are leaving.
        await within(
          GOODBYE_MS,
          transport.terminateSession().catch(() => {}),
        );
      }
      await transport.close();
      await remote.close();
    },
  };
}
