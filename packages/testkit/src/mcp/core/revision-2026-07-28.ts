/**
 * MCP 2026-07-28: every request stands alone, and a server asks by answering that it needs input.
 */

import { LOG_LEVELS } from "../call-step.ts";
import { argumentsOf, createCallsInFlight } from "./calls-in-flight.ts";
import { serverCapabilities } from "./capabilities.ts";
import type { Answer } from "./catalogue.ts";
import type { Channel } from "./channel.ts";
import { missingForTool } from "./client-request.ts";
import {
  ERROR,
  failure,
  notification,
  objectAt,
  success,
  type Inbound,
  type InboundRequest,
  type JsonObject,
  type RpcError,
} from "./json-rpc.ts";
import { META, parseRequestMeta, type RequestMeta } from "./request-meta.ts";
import { decodeRequestState, encodeRequestState } from "./request-state.ts";
import type { ClientAnswer, Question } from "./run-call.ts";
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
  receive(message: Inbound, channel: Channel): void;
  /** Ends subscriptions as a server does that goes away politely. */
  endSubscriptions(): void;
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
          channel.send(success(id, complete("subscriptions/listen", { _meta: { [META.subscriptionId]: id } })));
        }
      }
      subscriptions.clear();
    },
  };

  function receiveRequest(message: InboundRequest, channel: Channel): void {
    const { id, method, params } = message;
    const meta = parseRequestMeta(message, supportedVersions(world));
    // Only errors about the envelope have an HTTP status of their own; the rest are answers like any other.
    if (meta.type === "error") channel.send(failure(id, meta.error), { status: 400 });
    else if (method === "tools/call" && world.script.tools) void callTool(message, meta, channel);
    else if (method === "subscriptions/listen") listen(message, channel);
    else {
      const answer = method === "server/discover" ? discover() : world.catalogue.answer(method, params);
      if (!answer) {
        const error = { code: ERROR.methodNotFound, message: `Method not found: ${method}` };
        channel.send(failure(id, error), { status: 404 });
      } else if (answer.type === "error") channel.send(failure(id, asCodedToday(answer.error)));
      else channel.send(success(id, complete(method, answer.result)));
    }
  }

  function discover(): Answer {
    const { instructions } = world.script;
    const result = {
      supportedVersions: supportedVersions(world),
      capabilities: serverCapabilities(world.script),
      ...(instructions && { instructions }),
    };
    return { type: "result", result };
  }

  function listen(message: InboundRequest, channel: Channel): void {
    subscriptions.set(message.id, { channel, end: openSubscription(world, message, channel) });
    channel.gone?.addEventListener("abort", () => cancel(message.id, "disconnect"), { once: true });
  }

  function cancel(id: unknown, by: "message" | "disconnect"): void {
    subscriptions.get(id)?.end();
    subscriptions.delete(id);
    calls.cancel(id, by);
  }

  async function callTool(message: InboundRequest, meta: RequestMeta, channel: Channel): Promise<void> {
    const { id, params } = message;
    const tool = world.catalogue.findTool(params["name"]);
    const { requestState } = params;
    const from = typeof requestState === "string" ? decodeRequestState(requestState) : undefined;
    if (!tool || (requestState !== undefined && from?.tool !== tool.name)) {
      const problem = tool ? "This requestState is not of this tool" : `Unknown tool: ${String(params["name"])}`;
      channel.send(failure(id, { code: ERROR.invalidParams, message: problem }));
      return;
    }
    const requiredCapabilities = missingForTool(tool, meta.clientCapabilities);
    if (requiredCapabilities && !world.misbehaviour.ignoresClientCapabilities) {
      const error = {
        code: ERROR.missingClientCapability,
        message: "The client lacks a capability that this tool needs",
      };
      channel.send(failure(id, { ...error, data: { requiredCapabilities } }), { status: 400 });
      return;
    }
    channel.open();
    channel.gone?.addEventListener("abort", () => cancel(id, "disconnect"), { once: true });
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
      ask: (question) => Promise.resolve(ask(question, objectAt(params, "inputResponses"))),
      closeStream: (how) => channel.close(how),
    });
    if (outcome.type === "result") channel.send(success(id, complete("tools/call", outcome.result)));
    else if (outcome.type === "error") channel.send(failure(id, outcome.error));
    else if (outcome.type === "cancelled") channel.abandon();
    else if (outcome.type === "input-required") {
      const { request, position } = outcome;
      const result = {
        resultType: "input_required",
        inputRequests: { [inputKey(position.step)]: request },
        requestState: encodeRequestState({ ...position, tool: tool.name, call: number }),
      };
      channel.send(success(id, complete("tools/call", result)));
    }
  }

  function ask({ request, position }: Question, inputResponses: JsonObject): ClientAnswer {
    const answer = inputResponses[inputKey(position.step)];
    if (answer === undefined) return { type: "input-required", request, position };
    world.record({ type: "client-answer", method: request.method, answer });
    return { type: "answer", answer };
  }

  function complete(method: string, result: JsonObject): JsonObject {
    const { cache = { ttlMs: 0, cacheScope: "private" }, misbehaviour } = world.script;
    return {
      ...(!misbehaviour?.omitsResultType && { resultType: "complete" }),
      ...(CACHEABLE.has(method) && cache),
      ...result,
      _meta: { [META.serverInfo]: serverInfo(world), ...objectAt(result, "_meta") },
    };
  }
}

function supportedVersions(world: World): readonly string[] {
  return speaks(world, "2025-11-25") ? ["2026-07-28", "2025-11-25"] : ["2026-07-28"];
}

function inputKey(step: number): string {
  return `step-${step}`;
}

/** A resource that is not there had a code of its own once. */
function asCodedToday(error: RpcError): RpcError {
  return error.code === ERROR.resourceNotFound ? { ...error, code: ERROR.invalidParams } : error;
}
