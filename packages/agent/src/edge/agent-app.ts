/**
 * The methods of the agent, on the official SDK: `initialize` and sign-in here, the others in the routes it adds.
 */

import { agent, type AgentContext, type ClientCapabilities, methods, RequestError } from "@agentclientprotocol/sdk";
import { defined, objectOf } from "@tenon/basis";
import { readGivenServer } from "@tenon/hub/given";

import { AVAILABLE_NOTIFICATION, extensionMethods } from "../acp-client/extension-methods.ts";
import { programCapability, type ProgramMethods } from "../acp-client/program-method.ts";
import type { Session } from "../session/open/agent-session.ts";
import type { AgentOptions } from "../session/open/session-options.ts";
import type { SessionSetup } from "../session/open/session-setup.ts";
import { createGivenServers, type GivenServers } from "./given-servers.ts";
import { initializeResponse, readInitializeRequest } from "./initialize.ts";
import type { LazySessions } from "./lazy-sessions.ts";
import { addOpeningRoutes, type AgentApp } from "./opening-routes.ts";
import { paramsReader } from "./read-params.ts";
import { addSessionRoutes } from "./session-routes.ts";
import type { SetupRequest } from "./setup-request.ts";
import { createSignIn } from "./sign-in.ts";
import { addUnstableMethods } from "./unstable-methods.ts";
import { throwWireError } from "./wire-error.ts";

const MCP_MESSAGE = "mcp/message";

interface AgentAppOptions {
  readonly agent: Pick<AgentOptions, "methods"> & Required<Pick<AgentOptions, "models" | "version">>;
  readonly sessions: LazySessions;
  readonly isUnstable: boolean;
  readonly wire: Pick<SessionSetup, "repeat" | "flushed">;
  readonly onOpened: (session: Session) => void;
}

export function agentApp(options: AgentAppOptions): AgentApp {
  const { sessions, isUnstable, wire, onOpened } = options;
  const { models, version, methods: programMethods = {} } = options.agent;
  const programMeta = programCapability(programMethods);
  const signIn = createSignIn(models);
  const servers = createGivenServers();
  let capabilities: ClientCapabilities = {};

  const initialize = ({ params }: { readonly params: { readonly clientCapabilities?: ClientCapabilities } }) => {
    capabilities = params.clientCapabilities ?? {};
    return initializeResponse({ models, version, isUnstable, capabilities, programMeta });
  };

  const app = agent({ name: "tenon" })
    .onRequest(methods.agent.initialize, paramsReader(readInitializeRequest), initialize)
    // Never reached, but without it the SDK does not refuse what comes before `initialize` [R27].
    .onRequest(methods.agent.initialize, initialize)
    .onRequest(methods.agent.authenticate, async ({ params }) => {
      await signIn.authenticate(params.methodId);
      return {};
    })
    .onRequest(methods.agent.logout, async () => {
      await signIn.logout();
      return {};
    })
    .onNotification(MCP_MESSAGE, unchanged, ({ params }) => servers.receive(params))
    .onRequest(MCP_MESSAGE, unchanged, ({ params }) => servers.answer(params))
    .onNotification(AVAILABLE_NOTIFICATION, unchanged, async ({ params }) => {
      const { sessionId, serverId, server, isAvailable, reason } = objectOf(params);
      if (isAvailable !== true) return await servers.lose(String(serverId), String(reason));
      const session = await sessions.find(String(sessionId));
      await session.servers.hub.restart(String(server));
    });
  addOpeningRoutes(app, { sessions, isUnstable, setupOf, onOpened });
  addSessionRoutes(app, { sessions, isUnstable });
  if (isUnstable) addUnstableMethods(app, { sessions, signIn });
  addExtensions(app, { sessions, servers });
  addProgramMethods(app, programMethods);
  return app;

  async function setupOf(request: SetupRequest, client: AgentContext): Promise<SessionSetup> {
    signIn.check();
    const { cwd, additionalDirectories, tree, systemPrompt, account } = request;
    if (systemPrompt && !isUnstable) {
      throw RequestError.invalidParams({ path: "systemPrompt" }, "systemPrompt is unstable and has not been enabled");
    }
    return {
      cwd,
      additionalDirectories,
      tree,
      servers: await Promise.all(request.servers.map((server) => servers.specOf(server, client))),
      client,
      capabilities,
      ...wire,
      ...defined({ systemPrompt, account }),
    };
  }
}

function addExtensions(
  app: AgentApp,
  { sessions, servers }: { readonly sessions: LazySessions; readonly servers: GivenServers },
): void {
  for (const method of extensionMethods) {
    app.onRequest(method, unchanged, async ({ params, signal, client }) => {
      const { runExtension } = await import("./run-extension.ts");
      const server = (value: unknown) => servers.specOf(readGivenServer(value, "server"), client);
      return await runExtension(method, params, { session: sessions.find, server, signal }).catch(throwWireError);
    });
  }
}

function addProgramMethods(app: AgentApp, programMethods: ProgramMethods): void {
  for (const [method, run] of Object.entries(programMethods)) {
    const answer = async ({ params, signal, client }: ProgramMessage) => {
      const result = await run(params, {
        signal,
        notify: (name, given = {}) => client.notify(name, given),
        request: (name, given = {}) => client.request(name, given),
      });
      return result ?? {};
    };
    app.onRequest(method, unchanged, (message) => answer(message).catch(throwWireError));
    app.onNotification(method, unchanged, async (message) => void (await answer(message)));
  }
}

interface ProgramMessage {
  readonly params: unknown;
  readonly signal: AbortSignal;
  readonly client: AgentContext;
}

function unchanged(params: unknown): unknown {
  return params;
}
