/**
 * An MCP server with two tools that wants a sign-in, and the authorization server for it, which approves everybody.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ProtectedServer extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
  /** No token is good any more. */
  expire(): void;
}

export async function startProtectedServer(): Promise<ProtectedServer> {
  const tokens = new Set<string>();
  let made = 0;
  const server = createServer((request, response) => {
    void answer(request).then(({ status = 200, headers = {}, body }) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  return {
    url: `${origin}/mcp`,
    host,
    expire: () => tokens.clear(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const body = await text(request);
    if (pathname.startsWith("/.well-known/oauth-protected-resource")) {
      return { body: { resource: `${origin}/mcp`, authorization_servers: [origin] } };
    }
    if (pathname.startsWith("/.well-known/oauth-authorization-server")) return { body: metadata() };
    switch (pathname) {
      case "/register":
        return { status: 201, body: { ...(JSON.parse(body) as object), client_id: "page-test" } };
      case "/authorize": {
        const back = new URL(searchParams.get("redirect_uri") ?? "");
        back.search = new URLSearchParams({ code: "yes", state: searchParams.get("state") ?? "" }).toString();
        return { status: 302, headers: { location: back.href } };
      }
      case "/token": {
        const token = `token-${(made += 1)}`;
        tokens.add(token);
        return { body: { access_token: token, token_type: "Bearer", expires_in: 3_600 } };
      }
      case "/mcp":
        if (tokens.has(request.headers.authorization?.slice("Bearer ".length) ?? "")) return mcp(request, body);
        return {
          status: 401,
          headers: { "www-authenticate": `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"` },
        };
      default:
        return { status: 404, body: {} };
    }
  }

  function metadata(): object {
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    };
  }
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function mcp({ method: verb }: IncomingMessage, body: string): Reply {
  if (verb !== "POST") return { status: 405 };
  const { id, method } = JSON.parse(body) as { readonly id?: number; readonly method?: string };
  if (id === undefined) return { status: 202 };
  const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "protected", version: "1" },
    },
    "tools/list": { tools: [tool("read"), tool("write")] },
  };
  const result = results[method ?? ""];
  const error = { code: -32_601, message: "Method not found" };
  return { body: { jsonrpc: "2.0", id, ...(result ? { result } : { error }) } };
}
