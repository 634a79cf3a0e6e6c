/**
 * Holds recorded messages against the official schema: every message against the definition of its own method [R25],
 * because the schema as a whole accepts anything, and without fields that the protocol does not have [R23].
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

import { isRequest, isResponse } from "../wire/json-rpc.ts";
import { loadProtocolSchema, type Fault, type MessageKind, type ProtocolSchema } from "./protocol-schema.ts";
import type { Role } from "../wire/transcript.ts";

export interface RecordedMessage {
  readonly from: Role;
  /** Lines that hold no message are not judged here. */
  readonly message?: AnyMessage;
}

export interface SchemaViolation extends Fault {
  readonly from: Role;
  /** Such as `session/update notification`. */
  readonly what: string;
}

/** Reads the schema once; the function it returns judges a conversation from its beginning. */
export function loadSchemaCheck(
  options: { readonly unstable?: boolean } = {},
): (conversation: readonly RecordedMessage[]) => readonly SchemaViolation[] {
  const schema = loadProtocolSchema(options);
  return (conversation) => {
    const asked = { client: new Map<string, string>(), agent: new Map<string, string>() };
    return conversation.flatMap(({ from, message }) => (message ? judge(schema, asked, from, message) : []));
  };
}

/** The method of each request of this side that has no answer yet. */
type Asked = Readonly<Record<Role, Map<string, string>>>;

function judge(schema: ProtocolSchema, asked: Asked, from: Role, message: AnyMessage): SchemaViolation[] {
  const about = (what: string, faults: readonly Fault[]) => faults.map((fault) => ({ from, what, ...fault }));
  if (isResponse(message)) {
    const questions = asked[from === "agent" ? "client" : "agent"];
    const method = questions.get(keyOf(message.id));
    questions.delete(keyOf(message.id));
    const strangers = extraFields(message, ["jsonrpc", "id", "result", "error"]);
    if ("error" in message)
      return about(`${method ?? "unasked"} error`, [...strangers, ...schema.checkError(message.error)]);
    if (method === undefined) return about("response", [fault("answers nothing that was asked, or answers it again")]);
    return about(`${method} response`, [...strangers, ...schema.check(method, "response", message.result)]);
  }
  const kind: MessageKind = isRequest(message) ? "request" : "notification";
  if (isRequest(message)) asked[from].set(keyOf(message.id), message.method);
  const params = message.params === undefined ? {} : message.params;
  return about(`${message.method} ${kind}`, [
    ...extraFields(message, ["jsonrpc", "id", "method", "params"]),
    ...misuse(schema, from, message.method, kind),
    ...schema.check(message.method, kind, params),
  ]);
}

function misuse(schema: ProtocolSchema, from: Role, method: string, kind: MessageKind): Fault[] {
  if (method.startsWith("_")) return [];
  const side = schema.sideOf(method);
  // Notifications beginning with `$/` may be ignored by a side that does not know them.
  if (!side) return method.startsWith("$/") ? [] : [fault("a method that the protocol does not have")];
  if (side === from) return [fault(`a method for the ${side} to answer, not to call`)];
  return kind === schema.kindOf(method) ? [] : [fault(`sent as a ${kind}, but is a ${schema.kindOf(method)}`)];
}

function extraFields(message: object, known: readonly string[]): Fault[] {
  const extra = Object.keys(message).filter((key) => !known.includes(key));
  return extra.map((key) => ({ path: `/${key}`, problem: "a field that JSON-RPC does not have" }));
}

function fault(problem: string): Fault {
  return { path: "", problem };
}

/** 1 and "1" are different ids. */
function keyOf(id: string | number | null): string {
  return JSON.stringify(id);
}
