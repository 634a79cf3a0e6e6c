/**
 * Keeps what servers send from the SDK's strictness.
 *
 * The SDK refuses a whole tool list for one malformed tool, and a whole result for one block of a kind it does not know.
 * A shielded transport shows the SDK only what it needs to route the answer, and carries the raw value along in `_meta`.
 */

import type { JSONObject, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { visibleLine } from "@tenon/policy";
import { isObject, type JsonObject } from "@tenon/basis";

import { boundedAnswer, depthProblem, isTooDeep, refusedRequest } from "./bounded-message.ts";
import { hiddenProblem, visibleMessage } from "./visible-message.ts";
import { withoutBulk } from "./large-result.ts";
import type { Hear } from "./wire-tap.ts";

const RAW = "tenon/raw";

export interface ShieldOptions {
  /** Hears each entry of a tool list that is no tool: it costs only itself [P56]. */
  readonly onSetAside: (tool: { readonly name: string; readonly reason: string }) => void;
  /** Hears of each request and notification that nests too deep, by its method. */
  readonly onRefused: (method: string) => void;
}

/** Puts the shield on a transport before the SDK has it. `hear` hears each message as it stands on the wire. */
export function shield(transport: Transport, options: ShieldOptions, hear: Hear): void {
  const asked = new Map<string | number, string>();
  const cursors = new Set<unknown>();
  const send = transport.send.bind(transport);
  transport.send = (message, sendOptions) => {
    if ("id" in message && "method" in message && message.id !== undefined) {
      asked.set(message.id, message.method);
      if (message.method === "tools/list" && message.params?.["cursor"] === undefined) cursors.clear();
    }
    hear("sent", message);
    return send(message, sendOptions);
  };
  // Whoever listened before is called by the SDK's handler, and hears what that one does.
  const before = transport.onmessage;
  let receive = before;
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => receive,
    set(handler: Transport["onmessage"]) {
      receive = handler && handler !== before ? shielded(handler) : handler;
    },
  });

  function shielded(handler: NonNullable<Transport["onmessage"]>): Transport["onmessage"] {
    return (received, extra) => {
      const message = isTooDeep(received) ? bounded(received) : received;
      if (!message) return undefined;
      hear("received", heard(message));
      return handler(clean(message), extra);
    };
  }

  /** A large result is not recorded as it is: that would hold up everyone else. */
  function heard(message: JSONRPCMessage): JsonObject {
    if ("method" in message || !("result" in message) || !isObject(message.result)) return message;
    const result = asked.get(idAsAsked(message.id)) === "tools/call" ? withoutBulk(message.result) : message.result;
    return result === message.result ? message : { ...message, result: { ...result } };
  }

  /** Undefined if nothing of it is left for us. */
  function bounded(message: JSONRPCMessage): JSONRPCMessage | undefined {
    const id = "id" in message ? message.id : undefined;
    if (!("method" in message)) return boundedAnswer(message, id === undefined ? undefined : asked.get(idAsAsked(id)));
    options.onRefused(message.method);
    if (id !== undefined) send(refusedRequest(id)).catch(() => {}); // The server has gone.
    return undefined;
  }

  function clean<Message extends JSONRPCMessage>(message: Message): Message {
    if ("method" in message) return visibleMessage(message, message.method);
    if (!("id" in message) || message.id === undefined) return visibleMessage(message, undefined);
    const id = idAsAsked(message.id);
    const method = asked.get(id);
    asked.delete(id);
    const visible = visibleMessage(message, method);
    if (!("result" in visible)) return { ...visible, id };
    return { ...visible, id, result: cleanResult(method, visible.result) };
  }

  /** Some servers answer number 5 with "5". */
  function idAsAsked(id: string | number): string | number {
    return !asked.has(id) && typeof id === "string" && asked.has(Number(id)) ? Number(id) : id;
  }

  function cleanResult(method: string | undefined, result: unknown): unknown {
    if (!isObject(result)) return result;
    const isComplete = result["resultType"] === undefined || result["resultType"] === "complete";
    if (method === "tools/call" && isComplete) return cleanCall(result);
    if (method === "tools/list") return cleanPage(result);
    return result;
  }

  function cleanPage(result: JsonObject): JsonObject {
    const { nextCursor, ...page } = result;
    const tools = cleanTools(result["tools"], options);
    // A cursor that was there before leads round in circles [P54].
    if (nextCursor === undefined || cursors.has(nextCursor)) return { ...page, tools };
    cursors.add(nextCursor);
    return { ...page, tools, nextCursor };
  }
}

/** The value as the server sent it. */
export function rawOf(value: unknown): JsonObject {
  const meta = isObject(value) ? value["_meta"] : undefined;
  const raw = isObject(meta) ? meta[RAW] : undefined;
  return isObject(raw) ? raw : {};
}

function cleanCall(result: JsonObject): JsonObject {
  const { resultType } = result;
  return { ...(resultType !== undefined && { resultType }), content: [], _meta: { [RAW]: result } };
}

function cleanTools(tools: unknown, { onSetAside }: ShieldOptions): unknown[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const reason = problemOf(tool);
    if (reason === undefined && isObject(tool)) return [cleanTool(tool)];
    const name = isObject(tool) ? visibleLine(String(tool["name"])) : "(no tool)";
    onSetAside({ name, reason: reason ?? "it is no tool" });
    return [];
  });
}

function problemOf(tool: unknown): string | undefined {
  if (!isObject(tool)) return "it is not an object";
  if (typeof tool["name"] !== "string" || tool["name"] === "") return "it has no name";
  const { inputSchema } = tool;
  if (inputSchema !== undefined && !isObject(inputSchema)) return "its inputSchema is not an object";
  return depthProblem(tool) ?? hiddenProblem(tool["name"], inputSchema);
}

function cleanTool(tool: JsonObject): JsonObject {
  return { name: tool["name"], inputSchema: sdkSchema(tool["inputSchema"]), _meta: { [RAW]: tool } };
}

/** The schema as the SDK wants it: of an object, which many servers forget to say [P-09]. */
export function sdkSchema(schema: unknown): { type: "object"; properties: Record<string, JSONObject> } {
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  const usable = Object.entries(properties).filter((entry): entry is [string, JSONObject] => isObject(entry[1]));
  return { type: "object", properties: Object.fromEntries(usable) };
}
