/**
 * The ACP edge: turns requests of a client into sessions and turns.
 *
 * One connection has many sessions; when it ends, every session ends, and with them all that they started. What is said
 * in a session is in the journal before the client has it.
 */

import {
  agent,
  type AgentContext,
  type AnyMessage,
  type ClientCapabilities,
  type InitializeRequest,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionNotification,
  type Stream,
} from "@agentclientprotocol/sdk";
import type { ServerSpec } from "@tenon/hub";
import { type Problem, recordedStream } from "@tenon/journal/stream";
import { isNestedDeeperThan, MAX_JSON_DEPTH } from "@tenon/policy";

import { readInitializeRequest } from "./edge/initialize-request.ts";
import { withLastAnswers } from "./edge/last-answers.ts";
import { createLazyRecorder } from "./edge/lazy-recorder.ts";
import { promptProblem } from "./edge/prompt-limits.ts";
import { protocolError } from "./edge/protocol-error.ts";
import {
  type GivenServer,
  readKnownSessionSetup,
  readServer,
  readSessionSetup,
  type SessionSetup,
} from "./edge/session-setup.ts";
import { createSignIn } from "./edge/sign-in.ts";
import {
  addUnstableMethods,
  fieldsOf,
  readArchiveFilter,
  unstableSessionCapabilities,
} from "./edge/unstable-methods.ts";
import { usageOfTurn } from "./edge/usage-of-turn.ts";
import { extensionCapability, extensionMethods } from "./acp-client/extension-methods.ts";
import { type AcpChannels, createAcpChannels } from "./edge/acp-channel.ts";
import { readMcpMessage } from "./edge/read-mcp-message.ts";
import { isRecord } from "./model/json.ts";
import type { Usage } from "./model/model.ts";
import type { Session } from "./session/agent-session.ts";
import type { AgentSessions } from "./session/agent-sessions.ts";
import type { AgentOptions } from "./session/session-options.ts";
import type { SessionPlace } from "./session/sessions.ts";

export interface ServedAgent {
  /** Resolves when the connection and everything opened through it has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export function serveAgent(stream: Stream, options: AgentOptions): ServedAgent {
  const { models, version, newId = () => crypto.randomUUID(), now = () => new Date() } = options;
  let capabilities: ClientCapabilities = {};
  let channels: Promise<AcpChannels> | undefined;
  let opening: Promise<AgentSessions> | undefined;
  const signIn = createSignIn(models);
  const recorder = createLazyRecorder(() => now().getTime());
  const recorded = recordedStream(stream, {
    onRead: (text) => recorder.record("client", text),
    onWrite: (text) => recorder.record("agent", text),
    problemOf,
    onRefused: warn,
    onFailure: (error) => warn(`The journal: ${error instanceof Error ? error.message : String(error)}`),
    onLoss: (sessionId) => void sessionsIfOpen().then((opened) => opened?.sessions.get(sessionId)?.cancel()),
    ...(options.onRecorded && { onRecorded: options.onRecorded }),
  });

  const initialize = ({ params }: { readonly params: InitializeRequest }): InitializeResponse => {
    capabilities = params.clientCapabilities ?? {};
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "tenon", title: "Tenon", version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { ...models.accepts, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true, ...(options.unstable && { acp: true }) },
        sessionCapabilities: {
          list: {},
          resume: {},
          close: {},
          delete: {},
          additionalDirectories: {},
          ...(options.unstable && unstableSessionCapabilities),
        },
        auth: { logout: {}, ...(options.unstable && { status: {} }) },
        _meta: extensionCapability,
      },
      authMethods: signIn.methods(capabilities),
    };
  };

  const app = agent({ name: "tenon" })
    .onRequest(methods.agent.initialize, readInitializeRequest, initialize)
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
    .onRequest(methods.agent.session.new, readSessionSetup, async ({ params, client }) => {
      const { sessions } = await open();
      const session = await told(sessions.create(await placeOf(params, client)));
      return { sessionId: session.id, ...introduce(session) };
    })
    .onRequest(methods.agent.session.load, readKnownSessionSetup, async ({ params, client }) => {
      const { sessions } = await open();
      const place = await placeOf(params, client);
      return introduce(await told(sessions.reopen(params.sessionId, place, { replay: true })));
    })
    .onRequest(methods.agent.session.resume, readKnownSessionSetup, async ({ params, client }) => {
      const { sessions } = await open();
      const place = await placeOf(params, client);
      return introduce(await told(sessions.reopen(params.sessionId, place, { replay: false })));
    })
    .onRequest(FORK, readKnownSessionSetup, async ({ params, client }) => {
      if (!options.unstable) throw RequestError.methodNotFound(FORK);
      const { sessions } = await open();
      const session = await told(sessions.fork(params.sessionId, await placeOf(params, client)));
      return { sessionId: session.id, ...introduce(session) };
    })
    .onRequest(methods.agent.session.list, fieldsOf, async ({ params }) => {
      const { cwd, cursor } = readListRequest(params);
      const archived = options.unstable ? readArchiveFilter(params["archived"]) : undefined;
      const { sessions } = await open();
      return await told(sessions.list({ ...(cwd && { cwd }), ...(cursor && { cursor }), archived }));
    })
    .onRequest(methods.agent.session.delete, async ({ params }) => {
      const { sessions } = await open();
      await told(sessions.delete(params.sessionId));
      return {};
    })
    .onRequest(methods.agent.session.prompt, async ({ params, signal }) => {
      const session = await find(params.sessionId);
      // No provider takes a message with nothing in it.
      if (params.prompt.length === 0) throw RequestError.invalidParams(undefined, "The prompt is empty");
      const meta = params._meta ?? undefined;
      let used: Usage = {};
      const onUsage = (usage: Usage) => void (used = usage);
      const stopReason = await told(session.prompt(params.prompt, { signal, onUsage, ...(meta && { meta }) }));
      const usage = options.unstable && usageOfTurn(used);
      return { stopReason, ...(usage && { usage }) };
    })
    .onRequest(methods.agent.session.setMode, async ({ params }) => {
      await (await find(params.sessionId)).setMode(params.modeId);
      return {};
    })
    .onRequest(methods.agent.session.setConfigOption, async ({ params }) => {
      const session = await find(params.sessionId);
      await session.setOption(params.configId, params.value);
      return { configOptions: session.configOptions };
    })
    .onNotification(methods.agent.session.cancel, async ({ params }) => {
      (await sessionsIfOpen())?.sessions.get(params.sessionId)?.cancel();
    })
    .onNotification(MCP_MESSAGE, readMcpMessage, async ({ params }) => (await channels)?.receive(params))
    .onRequest(methods.agent.session.close, async ({ params }) => {
      await find(params.sessionId);
      await (await open()).sessions.close(params.sessionId);
      return {};
    });
  if (options.unstable) addUnstableMethods(app, { sessions: async () => (await open()).sessions, signIn });
  for (const method of extensionMethods) {
    app.onRequest(method, asItCame, async ({ params, signal, client }) => {
      const { runExtension } = await import("./edge/run-extension.ts");
      const server = (value: unknown) => serverSpec(readServer(value, "server"), client);
      return await told(runExtension(method, params, { session: find, server, signal }));
    });
  }
  const connection = app.connect(
    withLastAnswers(recorded, {
      onEnd: (requests) => {
        for (const request of requests) void cancelTurnOf(request);
      },
    }),
  );

  const closed = connection.closed.then(async () => {
    await (await sessionsIfOpen())?.close();
  });
  return {
    closed,
    close() {
      connection.close();
      return closed;
    },
  };

  /** A listener that throws hurts nobody. */
  function warn(warning: string): void {
    try {
      options.onWarning?.(warning);
    } catch {
      // It only listens.
    }
  }

  /** Loaded with the first session: an editor that only asks for our capabilities does not pay for it. */
  function open(): Promise<AgentSessions> {
    opening ??= openSessions().catch((error: unknown) => {
      // The next request tries again: by then the file may be put right.
      opening = undefined;
      throw protocolError(error);
    });
    return opening;
  }

  async function openSessions(): Promise<AgentSessions> {
    const { openAgentSessions } = await import("./session/agent-sessions.ts");
    const opened = await openAgentSessions({ ...options, newId, now });
    recorder.use(opened.recorder);
    return opened;
  }

  /** What is open, or being opened. */
  async function sessionsIfOpen(): Promise<AgentSessions | undefined> {
    // Whoever asked for it hears why not.
    return await opening?.catch(() => undefined);
  }

  async function cancelTurnOf(request: AnyMessage): Promise<void> {
    const { sessionId } = "params" in request && isRecord(request.params) ? request.params : {};
    if (typeof sessionId === "string") (await sessionsIfOpen())?.sessions.get(sessionId)?.cancel();
  }

  async function find(sessionId: string): Promise<Session> {
    const opened = await sessionsIfOpen();
    if (!opened) throw RequestError.sessionNotFound(sessionId);
    return opened.sessions.find(sessionId);
  }

  async function placeOf(setup: SessionSetup, client: AgentContext): Promise<SessionPlace> {
    signIn.check();
    const { systemPrompt } = setup;
    if (systemPrompt && !options.unstable) {
      throw RequestError.invalidParams({ path: "systemPrompt" }, "systemPrompt is unstable and has not been enabled");
    }
    const servers = await Promise.all(setup.servers.map((server) => serverSpec(server, client)));
    return {
      cwd: setup.cwd,
      additionalDirectories: setup.additionalDirectories,
      servers,
      client,
      capabilities,
      repeat,
      ...(systemPrompt && { systemPrompt }),
    };
  }

  /** What the answer to every request that opens a session says of it. What else there is to say comes after it [R45]. */
  function introduce(session: Session) {
    // Ten servers are not started before the client has its answer.
    setImmediate(() => {
      const nobodyListens = () => {};
      recorded.flushed().then(() => session.announce(), nobodyListens);
    });
    const { modes, configOptions } = session;
    return { modes, configOptions };
  }

  function repeat(params: SessionNotification): Promise<void> {
    return recorded.repeat({ jsonrpc: "2.0", method: methods.client.session.update, params });
  }

  async function serverSpec({ said, ...server }: GivenServer, client: AgentContext): Promise<ServerSpec> {
    const common = { source: "client", ...(await optionsFrom(said)) } as const;
    if (server.type !== "acp") return { ...server, ...common };
    if (!options.unstable) {
      throw RequestError.invalidParams({ server: server.name }, "MCP over ACP is unstable and has not been enabled");
    }
    // Loaded when it is needed, which is seldom.
    channels ??= import("@agentclientprotocol/sdk/unstable").then(({ McpOverAcpCaller }) =>
      createAcpChannels(new McpOverAcpCaller(), client),
    );
    const { open } = await channels;
    return { type: "channel", name: server.name, ...common, open: () => open(server.serverId) };
  }
}

async function optionsFrom(said: unknown): Promise<Pick<ServerSpec, "options" | "warnings">> {
  if (said === undefined) return {};
  const { readServerOptions } = await import("@tenon/hub/config");
  const { options, problems } = readServerOptions(said);
  const warnings = problems.map((problem) => `_meta.tenon: ${problem}`);
  return { ...(options && { options }), ...(warnings.length > 0 && { warnings }) };
}

/** Why a message of the client is not read. */
function problemOf(message: AnyMessage): Problem | undefined {
  if (isNestedDeeperThan(message, MAX_JSON_DEPTH)) {
    return { message: `The message nests more than ${MAX_JSON_DEPTH} levels deep` };
  }
  if (!isJsonRpc(message)) return { message: "The message is not JSON-RPC 2.0", isMalformed: true };
  if (!("method" in message) || message.method !== methods.agent.session.prompt) return undefined;
  const problem = isRecord(message.params) ? promptProblem(message.params["prompt"]) : undefined;
  return problem === undefined ? undefined : { message: problem, code: INVALID_PARAMS };
}

/** Asked before the SDK does: it would answer with the whole message, and the secrets in it. */
function isJsonRpc(message: object): boolean {
  const { jsonrpc, method, id }: { jsonrpc?: unknown; method?: unknown; id?: unknown } = message;
  if (!("method" in message)) return "id" in message || "result" in message || "error" in message;
  const isAnswerable = !("id" in message) || id === null || typeof id === "string" || typeof id === "number";
  return jsonrpc === "2.0" && typeof method === "string" && isAnswerable;
}

/** A failure in words that the client can show. */
function told<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw protocolError(error);
  });
}

function readListRequest({ cwd, cursor }: Readonly<Record<string, unknown>>) {
  const textOrNone = (value: unknown, path: string): string | undefined => {
    if (typeof value === "string") return value;
    if (value === undefined || value === null) return undefined;
    throw RequestError.invalidParams({ path }, `${path} must be a string`);
  };
  return { cwd: textOrNone(cwd, "cwd"), cursor: textOrNone(cursor, "cursor") };
}

const INVALID_PARAMS = -32_602;
const FORK = "session/fork";
const MCP_MESSAGE = "mcp/message";

function asItCame(params: unknown): unknown {
  return params;
}
