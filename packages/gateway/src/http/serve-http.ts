/**
 * The gateway over HTTP and WebSocket.
 *
 * The law: no request is served without the token, from another page, or under another name; and by default it listens on
 * the loopback interface only.
 */

import type { IncomingMessage, ServerResponse } from "node:http";

import { getRequestListener } from "@hono/node-server";

import type { Gateway } from "../gateway.ts";
import type { Machines } from "../gateway-options.ts";
import { CARRIED_PATH, createMachineKeys, MACHINE_HEADER, MACHINE_PATH } from "../machines/machine-key.ts";
import type { People } from "../people/people.ts";
import { createAddressOf } from "./door/address-of.ts";
import { createAcpTransport } from "./sockets/acp-transport.ts";
import { createIdentityProvider } from "./api/identity-provider.ts";
import type { IdentityProviderOptions } from "./api/openid-client.ts";
import { type RouteRule, rulesOf } from "./api/may.ts";
import type { SignInRedirects } from "./api/sign-in-redirects.ts";
import { createApp } from "./app.ts";
import { createCredentials } from "./door/credentials.ts";
import { isLoopback } from "./door/allowed-hosts.ts";
import { createDoor, type Refusal } from "./door/door.ts";
import { createHeartbeat } from "./sockets/heartbeat.ts";
import { defaultLimits, type HttpLimits } from "./limits/limits.ts";
import { listen } from "./listen.ts";
import type { Log } from "./telemetry/log.ts";
import type { Measures } from "./telemetry/measures.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { openPageFiles } from "./page/page-files.ts";
import { createRefusals } from "./door/refusals.ts";
import { ServeError } from "./serve-error.ts";
import { createSignedIn } from "./door/signed-in.ts";
import { spentIn } from "./door/spent.ts";
import { createUpgrades, socketRules } from "./sockets/upgrades.ts";

export interface ServeHttpOptions {
  readonly gateway: Gateway;
  /** A client with it may do everything. A function is called once the server listens. */
  readonly token: string | (() => Promise<string>);
  /** Others who may come in besides the user of the token. Not closed here. */
  readonly people?: People | undefined;
  /** Where people sign in; needs `people`. */
  readonly identityProvider?: IdentityProviderOptions | undefined;
  /** Sign-ins to MCP servers come back here. Without it their servers listen for themselves. */
  readonly redirects?: SignInRedirects | undefined;
  readonly log: Log;
  /** Measures of the gateway, its journal and its agents, for `/metrics`. */
  readonly measures?: Measures | undefined;
  readonly version: string;
  /** Defaults to 127.0.0.1. */
  readonly host?: string;
  /** Defaults to any free port. */
  readonly port?: number;
  /** Allows an address that other machines reach without TLS, where the token can be read on its way. */
  readonly allowInsecure?: boolean;
  /** Where people reach it, if something in front of it speaks TLS; `https:`. */
  readonly publicUrl?: URL | undefined;
  /** Takes the client's address from `X-Forwarded-For` of a proxy that all requests pass. */
  readonly trustProxy?: boolean;
  /** Origins of other pages that may use it. */
  readonly allowedOrigins?: readonly string[];
  /** This machine, where several serve the sessions of one journal. */
  readonly machines?: Pick<Machines, "address" | "secret"> | undefined;
  /** The built page. */
  readonly pageFolder?: string | undefined;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpServer extends AsyncDisposable {
  /** Where it listens: `http://127.0.0.1:7411`. */
  readonly url: string;
  /** All that is served, and what each takes. */
  readonly routes: readonly RouteRule[];
  /** Signs in once, within a minute, in place of the token. */
  issueTicket(): string;
  /** Accepts no new connections, and `/readyz` fails. Open connections stay. */
  drain(): void;
  /** Closes all connections, but not the gateway. May be called twice. */
  close(): Promise<void>;
}

/** Rejects with a `ServeError`. */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpServer> {
  const { gateway, log, version, publicUrl, host = "127.0.0.1", allowedOrigins = [], trustProxy = false } = options;
  const limits = { ...defaultLimits, ...options.limits };
  // Everybody comes from the address of the proxy.
  if (trustProxy) limits.connectionsPerPeer = limits.connections;
  if (!isLoopback(host) && !options.allowInsecure && publicUrl === undefined) throw insecure(host, options.port ?? 0);
  let isDraining = false;
  const page = await openPageFiles(options.pageFolder);
  const { server, port, url, close: stopListening } = await listen({ host, port: options.port ?? 0, limits, log });
  const token = typeof options.token === "string" ? options.token : await options.token().catch(stopAndThrow);
  const { people } = options;
  const credentials = createCredentials({ token, spent: people && spentIn(people) });
  const signedIn = createSignedIn(people, credentials);
  const door = createDoor({ credentials, people, host, port, publicUrl, allowedOrigins });
  const heartbeat = createHeartbeat({
    everyMs: limits.heartbeatMs,
    onDead: () => log.info("socket-end", { reason: "no answer to a ping" }),
  });
  const metrics = createMetrics(gateway, options.measures);
  const addressOf = createAddressOf({ trustProxy });
  const noteRefusal = createRefusals({ log, metrics, addressOf });
  const draining = () => isDraining;
  const services = {
    gateway,
    people,
    limits,
    log,
    metrics,
    door,
    signedIn,
    noteRefusal,
    addressOf,
    isDraining: draining,
  };
  const acp = createAcpTransport({ ...services, heartbeat });
  metrics.watchConnections(acp.counts);
  const address = publicUrl?.origin ?? url;
  const provider =
    people && options.identityProvider
      ? createIdentityProvider(options.identityProvider, { people, credentials, door, log, address })
      : undefined;
  const { redirects } = options;
  const { machines } = options;
  const isLocal = publicUrl === undefined && isLoopback(host);
  redirects?.serveAt({ address, isLocal, secret: machines?.secret });
  const machineKeys = createMachineKeys(options.machines);
  const app = createApp({ ...services, credentials, machines, machineKeys, acp, page, version, provider, redirects });
  const upgrades = createUpgrades({ ...services, machineKeys, acp, heartbeat });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on("upgrade", upgrades.handle);
  server.on("request", (request, response) => {
    const refusal = isFromMachine(request) ? undefined : door.refuse(request);
    if (!refusal) return void answer(request, response);
    noteRefusal(request, refusal);
    refuse(response, refusal);
  });
  log.info("listen", { url });

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());
  return {
    url,
    issueTicket: () => credentials.issueTicket(),
    routes: [...rulesOf(app), ...socketRules],
    drain: () => void (isDraining = true),
    close,
    [Symbol.asyncDispose]: close,
  };

  async function stopAndThrow(error: unknown): Promise<never> {
    await stopListening();
    throw error;
  }

  async function closeAll(): Promise<void> {
    isDraining = true;
    await Promise.all([acp.close(), upgrades.close()]);
    await stopListening();
    signedIn[Symbol.dispose]();
    heartbeat[Symbol.dispose]();
    metrics[Symbol.dispose]();
    log.info("stop");
  }
}

function insecure(host: string, port: number): ServeError {
  const message = `Refusing to listen on ${host} without TLS: others on the network could read the access token`;
  return new ServeError("insecure_address", message, { host, port });
}

/** Its proof is its own, and no page has one. */
function isFromMachine({ url, headers }: IncomingMessage): boolean {
  return (
    (url === MACHINE_PATH || url === CARRIED_PATH) &&
    headers[MACHINE_HEADER] !== undefined &&
    headers.origin === undefined
  );
}

function refuse(response: ServerResponse, { status, reason }: Refusal): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" }).end(`${reason}\n`);
}
