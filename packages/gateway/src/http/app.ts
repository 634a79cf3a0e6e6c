/**
 * Everything that is requested over HTTP, by path. What is not listed here as public needs the token.
 */

import { stringOf } from "@tenon/basis";
import { type Context, Hono, type Next } from "hono";
import { cors } from "hono/cors";

import { apiFailure, foreseen } from "./api/api-failure.ts";
import { createApi } from "./api/api.ts";
import { claimSignIn, finishSignIn } from "./api/callback-route.ts";
import type { HttpEnvironment } from "./api/http-environment.ts";
import { BEGIN_PATH, FINISH_PATH, type IdentityProvider } from "./api/identity-provider.ts";
import { may } from "./api/may.ts";
import { CARRIED_PATH, MACHINE_HEADER, MACHINE_PATH } from "../machines/machine-key.ts";
import { readFields } from "./api/read-body.ts";
import { createSignIn } from "./api/sign-in.ts";
import { CALLBACK_PATH, type SignInRedirects } from "./api/sign-in-redirects.ts";
import type { Credentials } from "./door/credentials.ts";
import { type Identity, PAGE_KEY_HEADER, pathOf } from "./door/door.ts";
import { securityHeaders } from "./door/security-headers.ts";
import { type PageFiles, servePage } from "./page/page-files.ts";
import type { HttpServices } from "./services.ts";
import { type AcpRequestsOptions, createAcpRequests } from "./sockets/acp-requests.ts";
import { maySeeProcesses } from "../wire/wire-error.ts";

export interface AppOptions extends AcpRequestsOptions {
  readonly credentials: Credentials;
  readonly page: PageFiles;
  readonly version: string;
  readonly provider?: IdentityProvider | undefined;
  /** Undefined if sign-ins to servers do not come back here. */
  readonly redirects?: SignInRedirects | undefined;
}

type AppContext = Context<HttpEnvironment>;

export function createApp(options: AppOptions): Hono<HttpEnvironment> {
  const { gateway, people, limits, log, metrics, page, version, provider, redirects, isDraining } = options;
  const signIn = createSignIn(options);
  const acpRequests = createAcpRequests(options);
  const app = new Hono<HttpEnvironment>();
  app.use(withHeaders(options));
  app.use((context, next) => (context.req.header("Origin") === undefined ? next() : allowOrigin(context, next)));

  app.get("/healthz", may("public"), (context) => context.json({ status: "alive" }));
  app.get("/readyz", may("public"), async (context) => {
    if (isDraining()) return context.json({ status: "stopping" }, 503);
    // Public, and so without the name of the file.
    if ((await gateway.problem()) !== undefined) return context.json({ status: "failing", reason: UNRECORDED }, 503);
    return context.json({ status: "ready" });
  });
  app.post("/api/login", may("public"), (context) => signIn.logIn(context));

  app.get("/api/sign-in", may("public"), (context) =>
    context.json(provider ? { provider: { name: provider.host, path: BEGIN_PATH } } : {}),
  );
  if (provider) {
    app.get(BEGIN_PATH, may("public"), (context) => provider.begin(context));
    app.get(FINISH_PATH, may("public"), (context) => provider.finish(context));
  }

  if (redirects) app.get(CALLBACK_PATH, may("public"), (context) => finishSignIn(context, { ...options, redirects }));

  app.use(MACHINE_PATH, (context, next) => fromMachine(context, next, options));
  app.post(MACHINE_PATH, may("administer"), async (context) => {
    const question = await readFields(context, limits);
    if (question instanceof Response) return question;
    if (question["type"] !== "sign-in") return context.json(await gateway.answerMachine(question));
    const answer = new URLSearchParams(stringOf(question["answer"]));
    return context.json({ isAccepted: redirects?.takeCarried(answer) === true });
  });

  app.use(CARRIED_PATH, (context, next) => acpRequests.identifyCarried(context, next));
  app.all(CARRIED_PATH, may("enter"), (context) => acpRequests.fromMachine(context));

  for (const path of ["/api/*", "/acp", "/metrics"]) app.use(path, (context, next) => identify(context, next, options));
  app.get("/metrics", may("administer"), async (context) =>
    context.body(await metrics.text(), 200, { "Content-Type": metrics.contentType }),
  );
  app.all("/acp", may("enter"), (context) => acpRequests.fromClient(context));
  app.use("/api/*", async (_, next) => (isDraining() ? stopping() : next()));
  app.post("/api/logout", may("enter"), (context) => signIn.logOut(context));
  if (redirects) {
    app.post("/api/sign-ins", may("enter"), (context) => claimSignIn(context, { ...options, redirects }));
  }
  app.route("/api", createApi({ gateway, people, limits, version }));
  app.on(["GET", "HEAD"], "*", may("public"), (context) => servePage(context, page));

  app.notFound(() => apiFailure(404, "not_found", "Not found"));
  app.onError((error, context) => {
    const identity: Identity | undefined = context.get("identity");
    const failure = foreseen(error, identity !== undefined && maySeeProcesses(identity.access));
    if (failure) return apiFailure(failure.status, failure.code, failure.message);
    const { incoming } = context.env;
    // A client that disconnects in the middle of a request is no failure of ours.
    if (incoming.destroyed && !incoming.complete) log.debug("request-abort", { path: pathOf(incoming) });
    else log.error("request-fail", { error, path: pathOf(incoming) });
    return apiFailure(500, "internal", "Internal error; see the gateway's log");
  });
  return app;
}

const UNRECORDED = "The journal cannot be written; sessions are refused until it can. See the log.";

// Only a page that was allowed by name gets here with an Origin of its own.
const allowOrigin = cors({
  origin: (origin) => origin,
  credentials: true,
  allowHeaders: ["Authorization", "Content-Type", "Acp-Connection-Id", "Acp-Session-Id", PAGE_KEY_HEADER],
  exposeHeaders: ["Acp-Connection-Id"],
});

function withHeaders({ door, log }: HttpServices): (context: AppContext, next: Next) => Promise<void> {
  const headers = Object.entries(securityHeaders(door));
  return async (context, next) => {
    const begin = performance.now();
    await next();
    for (const [name, value] of headers) context.header(name, value);
    if (!context.res.headers.has("Cache-Control")) context.header("Cache-Control", "no-store");
    const { method } = context.req;
    const took = Math.round(performance.now() - begin);
    log.debug("request", { method, path: pathOf(context.env.incoming), status: context.res.status, took });
  };
}

async function identify(context: AppContext, next: Next, { door, noteRefusal }: HttpServices) {
  const { incoming } = context.env;
  const identity = await door.identify(incoming);
  if ("status" in identity) {
    const { status, reason } = identity;
    noteRefusal(incoming, identity);
    if (status === 401) context.header("WWW-Authenticate", "Bearer");
    return context.json({ error: { code: status === 401 ? "not_signed_in" : "refused", message: reason } }, status);
  }
  context.set("identity", identity);
  return await next();
}

/** As for the WebSockets of machines: the proof is their own, and they may come while we drain. */
async function fromMachine(context: AppContext, next: Next, { machineKeys, noteRefusal }: AppOptions) {
  const { incoming } = context.env;
  if (machineKeys.isMachine(incoming.headers[MACHINE_HEADER])) {
    context.set("identity", { by: "token" });
    return await next();
  }
  const reason = "not a machine of this gateway";
  noteRefusal(incoming, { status: 403, reason });
  return apiFailure(403, "refused", reason);
}

function stopping(): Response {
  return apiFailure(503, "stopping", "The gateway is stopping");
}
