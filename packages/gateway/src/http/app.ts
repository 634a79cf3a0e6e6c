/**
 * Everything that is asked over HTTP, by path. What is not named here as open to all needs the token.
 */

import { type Context, Hono, type Next } from "hono";
import { cors } from "hono/cors";

import type { Gateway } from "../gateway.ts";
import type { AddressOf } from "./door/address-of.ts";
import type { AcpTransport } from "./sockets/acp-transport.ts";
import { apiFailure, foreseen } from "./api/api-failure.ts";
import { createApi } from "./api/api.ts";
import type { Credentials } from "./door/credentials.ts";
import { type Door, PAGE_KEY_HEADER, pathOf } from "./door/door.ts";
import type { HttpEnvironment } from "./api/http-environment.ts";
import type { HttpLimits } from "./limits/limits.ts";
import type { Log } from "./telemetry/log.ts";
import type { Metrics } from "./telemetry/metrics.ts";
import { type PageFiles, servePage } from "./page/page-files.ts";
import { peerOf } from "./door/peer-of.ts";
import { readBody } from "./api/read-body.ts";
import type { NoteRefusal } from "./door/refusals.ts";
import { securityHeaders } from "./door/security-headers.ts";
import { createSignIn } from "./api/sign-in.ts";
import type { SignedIn } from "./door/signed-in.ts";

export interface AppOptions {
  readonly gateway: Gateway;
  readonly door: Door;
  readonly credentials: Credentials;
  readonly signedIn: SignedIn;
  readonly acp: AcpTransport;
  readonly page: PageFiles;
  readonly limits: HttpLimits;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly version: string;
  readonly noteRefusal: NoteRefusal;
  readonly addressOf: AddressOf;
  readonly isDraining: () => boolean;
}

type AppContext = Context<HttpEnvironment>;

export function createApp(options: AppOptions): Hono<HttpEnvironment> {
  const { gateway, door, credentials, signedIn, acp, page, limits, log, metrics, version, noteRefusal } = options;
  const { addressOf, isDraining } = options;
  const headers = securityHeaders(door);
  const signIn = createSignIn({ credentials, door, signedIn, limits, log, addressOf });
  // Only a page that was allowed by name gets here with an Origin of its own.
  const allowOrigin = cors({
    origin: (origin) => origin,
    credentials: true,
    allowHeaders: ["Authorization", "Content-Type", "Acp-Connection-Id", "Acp-Session-Id", PAGE_KEY_HEADER],
    exposeHeaders: ["Acp-Connection-Id"],
  });
  const app = new Hono<HttpEnvironment>();

  app.use(async (context, next) => {
    const begin = performance.now();
    await next();
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    if (!context.res.headers.has("Cache-Control")) context.header("Cache-Control", "no-store");
    const { method } = context.req;
    const took = Math.round(performance.now() - begin);
    log.debug("request", { method, path: pathOf(context.env.incoming), status: context.res.status, took });
  });
  app.use((context, next) => (context.req.header("Origin") === undefined ? next() : allowOrigin(context, next)));

  app.get("/healthz", (context) => context.json({ status: "alive" }));
  app.get("/readyz", async (context) => {
    if (isDraining()) return context.json({ status: "stopping" }, 503);
    // Open to all, and so without the name of the file.
    if ((await gateway.problem()) !== undefined) return context.json({ status: "failing", reason: UNRECORDED }, 503);
    return context.json({ status: "ready" });
  });
  app.post("/api/login", (context) => signIn.logIn(context));

  for (const place of ["/api/*", "/acp", "/metrics"]) app.use(place, (context, next) => identified(context, next));
  app.get("/metrics", async (context) =>
    context.body(await metrics.text(), 200, { "Content-Type": metrics.contentType }),
  );
  app.all("/acp", (context) => serveAcp(context));
  app.use("/api/*", async (_, next) => (isDraining() ? stopping() : next()));
  app.post("/api/logout", (context) => signIn.logOut(context));
  app.route("/api", createApi({ gateway, limits, version }));
  app.on(["GET", "HEAD"], "*", (context) => servePage(context, page));

  app.notFound(() => apiFailure(404, "not_found", "Not found"));
  app.onError((error, context) => {
    const failure = foreseen(error);
    if (failure) return apiFailure(failure.status, failure.code, failure.message);
    const { incoming } = context.env;
    // Who went in the middle of a request is no failure of ours.
    if (incoming.destroyed && !incoming.complete) log.debug("request-abort", { path: pathOf(incoming) });
    else log.error("request-fail", { error, path: pathOf(incoming) });
    return apiFailure(500, "internal", "Internal error; see the gateway's log");
  });
  return app;

  async function identified(context: AppContext, next: Next): Promise<Response | void> {
    const { incoming } = context.env;
    const identity = door.identify(incoming);
    if ("status" in identity) {
      const { status, reason } = identity;
      noteRefusal(incoming, identity);
      if (status === 401) context.header("WWW-Authenticate", "Bearer");
      return context.json({ error: { code: status === 401 ? "not_signed_in" : "refused", message: reason } }, status);
    }
    context.set("identity", identity);
    return await next();
  }

  async function serveAcp(context: AppContext): Promise<Response> {
    const { raw } = context.req;
    // Turns that run on may still need answers of their clients; a new connection would only be cut off.
    if (isDraining() && !raw.headers.has("Acp-Connection-Id")) return stopping();
    const { incoming, outgoing } = context.env;
    const ended = new Promise((resolve) => outgoing.once("close", resolve));
    void ended.then(signedIn.hold(context.get("identity"), () => outgoing.destroy()));
    const query = new URLSearchParams(context.req.query());
    const userAgent = incoming.headers["user-agent"];
    const peer = peerOf({ identity: context.get("identity"), address: addressOf(incoming), userAgent, query });
    const isPost = raw.method === "POST";
    const body = isPost ? await readBody(incoming, { bytes: limits.messageBytes, jsonDepth: limits.jsonDepth }) : "";
    if (typeof body !== "string") return body;
    const { url, method, headers, signal } = raw;
    return await acp.handle(new Request(url, { method, headers, signal, ...(isPost && { body }) }), { peer, ended });
  }
}

function stopping(): Response {
  return apiFailure(503, "stopping", "The gateway is stopping");
}

const UNRECORDED = "The journal cannot be written; sessions are refused until it can. See the log.";
