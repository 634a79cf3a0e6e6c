/**
 * MCP 2025-11-25: a session that begins with `initialize`, in which both sides may ask.
 */

import { type JsonObject, objectOf } from "@tenon/basis";

import { LOG_LEVELS, type LogLevel } from "../call-step.ts";
import { argumentsOf, createCallsInFlight } from "./calls-in-flight.ts";
import { serverCapabilities } from "./capabilities.ts";
import { refuse, type Answer } from "./catalogue.ts";
import type { Channel, Outlet } from "./channel.ts";
import { ERROR, failure, notification, success, type Inbound, type InboundRequest } from "./json-rpc.ts";
import { createQuestions } from "./questions.ts";
import { serverInfo, type World } from "./world.ts";

export const LEGACY_VERSIONS: readonly unknown[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const ACKNOWLEDGED: Answer = { type: "result", result: {} };

export interface LegacySession {
  readonly receive: (message: Inbound, channel: Channel) => void;
  close(): void;
}

interface SessionOptions {
  /** Where messages go that belong to no request. */
  readonly outlet: Outlet;
  /** Whether the handshake is left out, as servers do that keep no session. */
  readonly isInitialized?: boolean;
}

export function openLegacySession(world: World, options: SessionOptions): LegacySession {
  const { outlet } = options;
  const capabilities = serverCapabilities(world.script);
  const calls = createCallsInFlight(world);
  const questions = createQuestions(world);
  const subscriptions = createSubscriptions();
  let isInitialized = options.isInitialized ?? false;
  let clientCapabilities: JsonObject = {};
  let logLevel: LogLevel = "debug";
  let leaveAudience = () => {};

  return {
    receive(message, channel) {
      if (message.type === "request") receiveRequest(message, channel);
      else if (message.type === "response") questions.settle(message);
      else if (message.method === "notifications/initialized") joinAudience();
      else if (message.method === "notifications/cancelled") calls.cancel(message.params["requestId"], "message");
    },
    close: () => leaveAudience(),
  };

  function receiveRequest(message: InboundRequest, channel: Channel): void {
    if (message.method === "tools/call" && isInitialized && world.script.tools)
      return void callTool({ world, calls, questions, clientCapabilities, isLogged }, message, channel);
    const answer = answerRequest(message);
    channel.send(answer.type === "result" ? success(message.id, answer.result) : failure(message.id, answer.error));
  }

  function answerRequest({ method, params }: InboundRequest): Answer {
    if (method === "initialize") return initialize(params);
    if (method === "ping") return ACKNOWLEDGED;
    if (!isInitialized) return refuse(ERROR.invalidRequest, "Received a request before initialization");
    if (method === "logging/setLevel" && "logging" in capabilities) return setLogLevel(params["level"]);
    if (/^resources\/(un)?subscribe$/.test(method) && "resources" in capabilities)
      return subscriptions.change(method, params["uri"]);
    return world.catalogue.answer(method, params) ?? refuse(ERROR.methodNotFound, `Method not found: ${method}`);
  }

  function initialize(params: JsonObject): Answer {
    clientCapabilities = objectOf(params["capabilities"]);
    isInitialized = true;
    return { type: "result", result: initializeResult(world, params["protocolVersion"]) };
  }

  function joinAudience(): void {
    leaveAudience();
    leaveAudience = joinWith(world, outlet, (uri) => subscriptions.has(uri));
  }

  function isLogged(level: LogLevel): boolean {
    return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(logLevel);
  }

  function setLogLevel(level: unknown): Answer {
    const known = LOG_LEVELS.find((candidate) => candidate === level);
    if (!known) return refuse(ERROR.invalidParams, `Unknown log level: ${String(level)}`);
    logLevel = known;
    return ACKNOWLEDGED;
  }
}

function createSubscriptions() {
  const uris = new Set<unknown>();
  return {
    has: (uri: unknown) => uris.has(uri),
    change(method: string, uri: unknown): Answer {
      if (method === "resources/subscribe") uris.add(uri);
      else uris.delete(uri);
      return ACKNOWLEDGED;
    },
  };
}

/** Sends the session what the server announces, until the function it returns is called. */
function joinWith(world: World, outlet: SessionOptions["outlet"], isSubscribed: (uri: unknown) => boolean): () => void {
  const leave = world.audience.join({
    onNotification(method, params) {
      if (method === "notifications/resources/updated" && !isSubscribed(params?.["uri"])) return;
      outlet.send(notification(method, params));
    },
  });
  for (let time = 0; time < (world.misbehaviour.listChangedAfterStart ?? 0); time++) {
    outlet.send(notification("notifications/tools/list_changed"));
  }
  return leave;
}

interface CallOptions {
  readonly world: World;
  readonly calls: ReturnType<typeof createCallsInFlight>;
  readonly questions: ReturnType<typeof createQuestions>;
  readonly clientCapabilities: JsonObject;
  /** Whether the client wants entries of this level now. */
  readonly isLogged: (level: LogLevel) => boolean;
}

async function callTool(
  { world, calls, questions, clientCapabilities, isLogged }: CallOptions,
  { id, params }: InboundRequest,
  channel: Channel,
): Promise<void> {
  const tool = world.catalogue.findTool(params["name"]);
  const unknown = { code: ERROR.invalidParams, message: `Unknown tool: ${String(params["name"])}` };
  if (!tool) return channel.send(failure(id, unknown));
  channel.open();
  const { progressToken } = objectOf(params["_meta"]);
  const outcome = await calls.run(id, {
    tool,
    number: world.catalogue.countCall(tool),
    arguments: argumentsOf(params),
    headers: channel.headers,
    progress(progress) {
      if (progressToken === undefined) return;
      channel.send(notification("notifications/progress", { progressToken, ...progress }));
    },
    log(level, entry) {
      if (!isLogged(level)) return;
      channel.send(notification("notifications/message", { level, ...entry }));
    },
    ask: (inquiry) => questions.ask(inquiry, { channel, clientCapabilities }),
    closeStream: (how) => channel.close(how),
  });
  if (outcome.type === "result") channel.send(success(id, outcome.result));
  else if (outcome.type === "error") channel.send(failure(id, outcome.error));
  else if (outcome.type === "cancelled") channel.abandon();
}

function initializeResult(world: World, asksFor: unknown): JsonObject {
  const { instructions, misbehaviour } = world.script;
  const agreed = LEGACY_VERSIONS.includes(asksFor) ? asksFor : LEGACY_VERSIONS[0];
  return {
    protocolVersion: misbehaviour?.protocolVersion ?? agreed,
    capabilities: serverCapabilities(world.script),
    serverInfo: serverInfo(world),
    ...(instructions && { instructions }),
  };
}
