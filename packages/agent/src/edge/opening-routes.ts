/**
 * The requests that open sessions, and those about sessions that need not be open.
 */

import { type agent, type AgentContext, methods, RequestError } from "@agentclientprotocol/sdk";
import { defined, type JsonObject, objectOf } from "@tenon/basis";

import type { Session } from "../session/open/agent-session.ts";
import type { SessionSetup } from "../session/open/session-setup.ts";
import type { LazySessions } from "./lazy-sessions.ts";
import { paramsReader } from "./read-params.ts";
import { readKnownSetupRequest, readSetupRequest, type SetupRequest } from "./setup-request.ts";
import { readArchiveFilter } from "./unstable-methods.ts";
import { throwWireError } from "./wire-error.ts";

export type AgentApp = ReturnType<typeof agent>;

export interface OpeningEdge {
  readonly sessions: LazySessions;
  readonly isUnstable: boolean;
  setupOf(request: SetupRequest, client: AgentContext): Promise<SessionSetup>;
  /** Called with each session that was opened: what there is to say of it follows the answer [R45]. */
  onOpened(session: Session): void;
}

const FORK = "session/fork";

export function addOpeningRoutes(app: AgentApp, { sessions, isUnstable, setupOf, onOpened }: OpeningEdge): void {
  const { new: create, load, resume, list, delete: remove } = methods.agent.session;
  const reopen =
    (isReplayed: boolean) =>
    async ({ params, client }: { readonly params: SetupRequest & { sessionId: string }; client: AgentContext }) => {
      const opened = await sessions.open();
      const setup = await setupOf(params, client);
      return introduce(await opened.reopen(params.sessionId, setup, { isReplayed }).catch(throwWireError));
    };
  app
    .onRequest(create, paramsReader(readSetupRequest), async ({ params, client }) => {
      const opened = await sessions.open();
      const session = await opened.create(await setupOf(params, client)).catch(throwWireError);
      return { sessionId: session.id, ...introduce(session) };
    })
    .onRequest(load, paramsReader(readKnownSetupRequest), reopen(true))
    .onRequest(resume, paramsReader(readKnownSetupRequest), reopen(false))
    .onRequest(FORK, paramsReader(readKnownSetupRequest), async ({ params, client }) => {
      if (!isUnstable) throw RequestError.methodNotFound(FORK);
      const opened = await sessions.open();
      const session = await opened.fork(params.sessionId, await setupOf(params, client)).catch(throwWireError);
      return { sessionId: session.id, ...introduce(session) };
    })
    .onRequest(list, objectOf, async ({ params }) => {
      const [cwd, cursor] = [optionalString(params, "cwd"), optionalString(params, "cursor")];
      const archived = isUnstable ? paramsReader(readArchiveFilter)(params["archived"]) : undefined;
      const opened = await sessions.open();
      return await opened.list({ cwd, cursor, archived }).catch(throwWireError);
    })
    .onRequest(remove, async ({ params }) => {
      const opened = await sessions.open();
      await opened.delete(params.sessionId).catch(throwWireError);
      return {};
    });

  function introduce(session: Session) {
    onOpened(session);
    const { modes, configOptions, unfinished } = session;
    if (!unfinished) return { modes, configOptions };
    const { promptId, askedAt } = unfinished;
    return { modes, configOptions, _meta: { tenon: { unfinished: { ...defined({ promptId }), askedAt } } } };
  }
}

/** An empty string is none: some clients send it for "no filter". */
function optionalString(fields: JsonObject, key: string): string | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw RequestError.invalidParams({ path: key }, `${key} must be a string`);
  return value || undefined;
}
