/**
 * Answers what an agent asks of us: permission always, the rest where there is a service for it.
 *
 * A method without a service is not registered, and so is unknown to us [R11]. Errors of our own never cross the wire as
 * they are: the agent gets an internal error, the host the cause.
 */

import { client, type ClientApp, methods, RequestError } from "@agentclientprotocol/sdk";

import { type ExtensionMethod, serveExtensions } from "../protocol/extensions.ts";
import type { ClientServices } from "../services.ts";
import type { ServedSession } from "../session/agent-session.ts";
import type { ToolLender } from "../tools/lent-tools.ts";
import { readEnvelope } from "../tools/mcp-envelope.ts";
import { serveElicitation } from "./serve-elicitation.ts";
import { answerPermission } from "./serve-permission.ts";

export interface ServeOptions {
  readonly name: string;
  readonly services: ClientServices;
  readonly lender: Pick<ToolLender, "answer">;
  readonly methods: Readonly<Record<string, ExtensionMethod>>;
  findSession(sessionId: string): ServedSession | undefined;
  onServiceError(error: unknown, method: string): void;
}

export function serveAgent(options: ServeOptions): ClientApp {
  const { services } = options;
  const app = client({ name: options.name });
  app.onRequest(methods.client.session.requestPermission, async ({ method, params, signal }) => {
    const session = find(params.sessionId);
    const question = { request: params, session: session.context, signal: waiting(session, signal) };
    return answerPermission(question, {
      ask: services.permissions,
      onError: (error) => options.onServiceError(error, method),
    });
  });
  if (services.files) serveFiles(app, { find, guard });
  if (services.terminals) serveTerminals(app, { find, guard });
  if (services.elicitation) serveElicitation(app, services.elicitation, { guard, turnOf });
  app.onRequest("mcp/message", readEnvelope, options.lender.answer);
  serveExtensions(app, options.methods, options.onServiceError);
  return app;

  function find(sessionId: string): ServedSession {
    const session = options.findSession(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  /** Aborts with the turn of the session; without a session, with the request alone. */
  function turnOf(sessionId: string | undefined, signal: AbortSignal): AbortSignal {
    return sessionId === undefined ? signal : waiting(find(sessionId), signal);
  }

  async function guard<T>(method: string, answer: () => Promise<T> | undefined): Promise<T> {
    try {
      const answered = answer();
      if (!answered) throw RequestError.methodNotFound(method);
      return await answered;
    } catch (error) {
      if (error instanceof RequestError) throw error;
      if (error instanceof Error && error.name === "AbortError") throw RequestError.requestCancelled();
      options.onServiceError(error, method);
      throw RequestError.internalError();
    }
  }
}

interface Serving {
  /** Throws for an unknown session. */
  find(sessionId: string): ServedSession;
  guard<T>(method: string, answer: () => Promise<T> | undefined): Promise<T>;
}

function serveFiles(app: ClientApp, { find, guard }: Serving): void {
  app.onRequest(methods.client.fs.readTextFile, ({ method, params, signal }) => {
    const { files, ended } = find(params.sessionId);
    return guard(method, () => files?.read(params, { signal: AbortSignal.any([signal, ended]) }));
  });
  app.onRequest(methods.client.fs.writeTextFile, ({ method, params, signal }) => {
    const { files, ended } = find(params.sessionId);
    return guard(method, () => files?.write(params, { signal: AbortSignal.any([signal, ended]) }));
  });
}

function serveTerminals(app: ClientApp, { find, guard }: Serving): void {
  const { terminal } = methods.client;
  const terminalsOf = (sessionId: string) => find(sessionId).terminals;
  app
    .onRequest(terminal.create, ({ method, params }) =>
      guard(method, () => terminalsOf(params.sessionId)?.create(params)),
    )
    .onRequest(terminal.output, ({ method, params }) =>
      guard(method, () => terminalsOf(params.sessionId)?.output(params)),
    )
    .onRequest(terminal.kill, ({ method, params }) => guard(method, () => terminalsOf(params.sessionId)?.kill(params)))
    .onRequest(terminal.release, ({ method, params }) =>
      guard(method, () => terminalsOf(params.sessionId)?.release(params)),
    )
    .onRequest(terminal.waitForExit, ({ method, params, signal }) => {
      const { terminals, ended } = find(params.sessionId);
      return guard(method, () => terminals?.waitForExit(params, { signal: AbortSignal.any([signal, ended]) }));
    });
}

function waiting({ ended, turnCancelled }: ServedSession, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, ended, ...(turnCancelled ? [turnCancelled] : [])]);
}
