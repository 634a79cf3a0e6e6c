/**
 * Requests to a gateway over HTTP. Certificates are always verified, also where the environment says otherwise.
 */

import { once } from "node:events";
import { Agent as PlainAgent, type IncomingMessage, request as requestPlain } from "node:http";
import { Agent as SecureAgent, request as requestSecure } from "node:https";
import { getCACertificates } from "node:tls";

import { readBody } from "@tenon/basis/node";

import { ConnectError } from "../connect-error.ts";
import { explainFailure } from "./explain-failure.ts";
import type { GatewayAddress } from "./gateway-address.ts";

export interface GatewayAccess {
  readonly address: GatewayAddress;
  readonly token: string;
  readonly userAgent?: string | undefined;
}

export interface GatewayHttp extends Disposable {
  /** Resolves with the head of the answer. Rejects with a `ConnectError`, or with the signal's reason. */
  request(url: URL, options: GatewayRequest): Promise<IncomingMessage>;
}

export interface GatewayRequest {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_COOKIES = 16;

export function createGatewayHttp(access: GatewayAccess): GatewayHttp {
  const { address } = access;
  const agent = networkAgent(address, { keepAlive: true });
  const cookies = new Map<string, string>();
  return {
    async request(url, { method = "GET", headers, body, signal }) {
      const send = url.protocol === "https:" ? requestSecure : requestPlain;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const request = send(url, {
        method,
        agent,
        signal,
        headers: { ...headersOf(access), ...headers, ...(cookie !== "" && { Cookie: cookie }) },
      });
      request.end(body);
      try {
        const [response]: IncomingMessage[] = await once(request, "response");
        if (!response) throw new Error("no response");
        for (const each of response.headers["set-cookie"] ?? []) keep(each);
        return response;
      } catch (error) {
        throw signal.aborted ? signal.reason : explainFailure(error, address);
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  };

  /** Balancers find the gateway of a connection by them. */
  function keep(cookie: string): void {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
    if (name !== undefined && value !== undefined && cookies.size < MAX_COOKIES) cookies.set(name, value);
  }
}

/** All of an answer. Rejects with a `ConnectError` if it is larger than any message may be. */
export async function textOf(response: IncomingMessage, { name: gateway }: GatewayAddress): Promise<string> {
  const body = await readBody(response, MAX_BODY_BYTES);
  if (!body) throw new ConnectError("not_a_gateway", `A response from ${gateway} is too large`, { gateway });
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

export function headersOf({ token, userAgent = "tenon" }: GatewayAccess): Record<string, string> {
  return { Authorization: `Bearer ${token}`, "User-Agent": userAgent };
}

/** Through the proxy that HTTPS_PROXY names; never to this machine itself. Node.js knows of proxies from 22.21 and 24.5 on. */
export function networkAgent(
  { isHere, acp }: Pick<GatewayAddress, "isHere" | "acp">,
  { keepAlive = false } = {},
): PlainAgent {
  const options = { keepAlive, ...(!isHere && { proxyEnv: process.env }) };
  if (acp.protocol !== "https:") return new PlainAgent(options);
  return new SecureAgent({ ...options, ca: trustedAuthorities(), rejectUnauthorized: true });
}

/** Node's own, those of the system, and those of NODE_EXTRA_CA_CERTS: a company's are usually in the system's. */
function trustedAuthorities(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];
}
