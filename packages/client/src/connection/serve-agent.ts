/**
 * Answers what an agent asks of us: permission always, the rest where there is a service for it.
 *
 * A method without a service is not registered, and so is unknown to us [R11]. Errors of our own never cross the wire as
 * they are: the agent gets an internal error, the host the cause.
 */

import { client, type ClientApp, methods, RequestError } from "@agentclientprotocol/sdk";
import { objectOf, stringOf } from "@tenon/basis";

import { type ExtensionMethod, serveExtensions } from "../protocol/extensions.ts";
import { serviceRequests } from "../service-requests.ts";
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
  for (const [method, serve] of serviceRequests) {
    const isOffered = method.startsWith("fs/") ? services.files : services.terminals;
    if (!isOffered) continue;
    app.onRequest(method, objectOf, ({ params, signal }) => {
      const sessionId = stringOf(params["sessionId"]);
      if (sessionId === undefined) throw RequestError.invalidParams({ method }, "sessionId must be a string");
      const session = find(sessionId);
      return guard(method, () => serve(session, params, AbortSignal.any([signal, session.ended])));
    });
  }
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

  async function guard<T>(method: string, answer: () => Promise<T>): Promise<T> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof RequestError) throw error;
      if (error instanceof Error && error.name === "AbortError") throw RequestError.requestCancelled();
      options.onServiceError(error, method);
      throw RequestError.internalError();
    }
  }
}

function waiting({ ended, turnCancelled }: ServedSession, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, ended, ...(turnCancelled ? [turnCancelled] : [])]);
}
