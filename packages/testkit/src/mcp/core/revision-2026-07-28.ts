/**
 * MCP 2026-07-28: every request stands alone, and a server asks by answering that it needs input.
 */

import { type JsonObject, objectOf } from "@tenon/basis";

import { LOG_LEVELS } from "../call-step.ts";
import type { ToolScript } from "../script.ts";
import { argumentsOf, createCallsInFlight } from "./calls-in-flight.ts";
import { serverCapabilities } from "./capabilities.ts";
import { refuse, type Answer, type Refusal } from "./catalogue.ts";
import type { Channel } from "./channel.ts";
import { missingForTool, type ClientRequests } from "./client-request.ts";
import { ERROR, failure, notification, success, type Inbound, type InboundRequest, type RpcError } from "./json-rpc.ts";
import { META, parseRequestMeta, type RequestMeta } from "./request-meta.ts";
import { decodeRequestState, encodeRequestState, type RequestState } from "./request-state.ts";
import type { ClientAnswer, Inquiry } from "./run-call.ts";
import { openSubscription } from "./subscription.ts";
import { serverInfo, speaks, type World } from "./world.ts";

const CACHEABLE: ReadonlySet<string> = new Set([
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
]);

/** One pipe's worth of requests, or one HTTP request. */
export interface ModernService {
  readonly receive: (message: Inbound, channel: Channel) => void;
  /** Ends subscriptions as a server does that goes away politely. */
  endSubscriptions(): void;
}

interface AdmittedCall {
  readonly type: "call";
  readonly tool: ToolScript;
  /** Where it was when it had to ask. */
  readonly from: RequestState | undefined;
}

export function openModernService(world: World): ModernService {
  const calls = createCallsInFlight(world);
  const subscriptions = new Map<unknown, { readonly channel: Channel; readonly end: () => void }>();

  return {
    receive(message, channel) {
      if (message.type === "request") receiveRequest(message, channel);
      else if (message.type === "notification" && message.method === "notifications/cancelled") {
        cancel(message.params["requestId"], "message");
      }
    },
    endSubscriptions() {
      for (const [id, { channel, end }] of subscriptions) {
        end();
        if (typeof id === "string" || typeof id === "number") {
          channel.send(success(id, complete(world, "subscriptions/listen", { _meta: { [META.subscriptionId]: id } })));
        }
      }
      subscriptions.clear();
    },
  };

  function receiveRequest(message: InboundRequest, channel: Channel): void {
    const { id, method } = message;
    const meta = parseRequestMeta(message, supportedVersions(world));
    if (meta.type === "error") channel.send(failure(id, meta.error), { status: 400 });
    else if (method === "tools/call" && world.script.tools)
      void callTool({ world, calls, onGone }, message, meta, channel);
    else if (method === "subscriptions/listen") listen(message, channel);
    else answer(message, channel);
  }

  function answer({ id, method, params }: InboundRequest, channel: Channel): void {
    const found = method === "server/discover" ? discover(world) : world.catalogue.answer(method, params);
    const notFound = { code: ERROR.methodNotFound, message: `Method not found: ${method}` };
    if (!found) channel.send(failure(id, notFound), { status: 404 });
    else if (found.type === "error") channel.send(failure(id, asCodedToday(found.error)));
    else channel.send(success(id, complete(world, method, found.result)));
  }

  function listen(message: InboundRequest, channel: Channel): void {
    subscriptions.set(message.id, { channel, end: openSubscription(world, message, channel) });
    channel.gone?.addEventListener("abort", () => onGone(message.id), { once: true });
  }

  function onGone(id: unknown): void {
    cancel(id, "disconnect");
  }

  function cancel(id: unknown, by: "message" | "disconnect"): void {
    subscriptions.get(id)?.end();
    subscriptions.delete(id);
    calls.cancel(id, by);
  }
}

interface CallOptions {
  readonly world: World;
  readonly calls: ReturnType<typeof createCallsInFlight>;
  /** The channel of a call has closed. */
  readonly onGone: (id: unknown) => void;
}

async function callTool(
  { world, calls, onGone }: CallOptions,
  { id, params }: InboundRequest,
  meta: RequestMeta,
  channel: Channel,
): Promise<void> {
  const admitted = admitCall(world, params, meta);
  if (admitted.type === "error") {
    const status = admitted.error.code === ERROR.missingClientCapability ? 400 : 200;
    channel.send(failure(id, admitted.error), { status });
    return;
  }
  const { tool, from } = admitted;
  channel.open();
  channel.gone?.addEventListener("abort", () => onGone(id), { once: true });
  const number = from?.call ?? world.catalogue.countCall(tool);
  const outcome = await calls.run(id, {
    tool,
    number,
    arguments: argumentsOf(params),
    headers: channel.headers,
    ...(from && { from }),
    progress(progress) {
      const { progressToken } = meta;
      if (progressToken === undefined) return;
      channel.send(notification("notifications/progress", { progressToken, ...progress }));
    },
    log(level, entry) {
      if (!meta.logLevel || LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(meta.logLevel)) return;
      channel.send(notification("notifications/message", { level, ...entry }));
    },
    ask: (inquiry) => Promise.resolve(ask(world, inquiry, objectOf(params["inputResponses"]))),
    closeStream: (how) => channel.close(how),
  });
  if (outcome.type === "result") channel.send(success(id, complete(world, "tools/call", outcome.result)));
  else if (outcome.type === "error") channel.send(failure(id, outcome.error));
  else if (outcome.type === "cancelled") channel.abandon();
  else if (outcome.type === "input-required") {
    const state = { ...outcome.position, tool: tool.name, call: number };
    channel.send(success(id, complete(world, "tools/call", inputRequired(outcome.requests, state))));
  }
}

function discover(world: World): Answer {
  const { instructions } = world.script;
  const result = {
    supportedVersions: supportedVersions(world),
    capabilities: serverCapabilities(world.script),
    ...(instructions && { instructions }),
  };
  return { type: "result", result };
}

/** The tool, and where its call goes on, or why it may not be called like this. */
function admitCall(world: World, params: JsonObject, meta: RequestMeta): AdmittedCall | Refusal {
  const { name, requestState } = params;
  const tool = world.catalogue.findTool(name);
  if (!tool) return refuse(ERROR.invalidParams, `Unknown tool: ${String(name)}`);
  const from = typeof requestState === "string" ? decodeRequestState(requestState) : undefined;
  if (requestState !== undefined && from?.tool !== name) {
    return refuse(ERROR.invalidParams, "This requestState is not of this tool");
  }
  const requiredCapabilities = missingForTool(tool, meta.clientCapabilities);
  if (requiredCapabilities && !world.misbehaviour.ignoresClientCapabilities) {
    return refuse(ERROR.missingClientCapability, "The client lacks what this tool needs", { requiredCapabilities });
  }
  return { type: "call", tool, from };
}

/** Asks again for everything when anything is missing. */
function ask(world: World, { requests, position }: Inquiry, inputResponses: JsonObject): ClientAnswer {
  const names = Object.keys(requests);
  if (!names.every((name) => name in inputResponses)) return { type: "input-required", requests, position };
  for (const [name, { method }] of Object.entries(requests)) {
    world.record({ type: "client-answer", method, answer: inputResponses[name] });
  }
  return { type: "answers", answers: Object.fromEntries(names.map((name) => [name, inputResponses[name]])) };
}

function complete(world: World, method: string, result: JsonObject): JsonObject {
  const { cache = { ttlMs: 0, cacheScope: "private" } } = world.script;
  return {
    resultType: "complete",
    ...(CACHEABLE.has(method) && cache),
    ...result,
    _meta: { [META.serverInfo]: serverInfo(world), ...objectOf(result["_meta"]) },
  };
}

function supportedVersions(world: World): readonly string[] {
  return speaks(world, "2025-11-25") ? ["2026-07-28", "2025-11-25"] : ["2026-07-28"];
}

function inputRequired(inputRequests: ClientRequests, state: RequestState): JsonObject {
  return { resultType: "input_required", inputRequests, requestState: encodeRequestState(state) };
}

/** A resource that is not there had a code of its own once. */
function asCodedToday(error: RpcError): RpcError {
  return error.code === ERROR.resourceNotFound ? { ...error, code: ERROR.invalidParams } : error;
}
