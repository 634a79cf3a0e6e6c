/**
 * What counts as a JSON-RPC 2.0 message, strictly: every rule a peer could break is named, none is forgiven.
 */

import type { AnyMessage, AnyNotification, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject } from "@tenon/basis";

/** Which rule this value breaks, or undefined if it is a message. */
export function messageProblem(value: unknown): string | undefined {
  if (Array.isArray(value)) return "a batch, which ACP does not have";
  if (!isObject(value)) return `a JSON ${value === null ? "null" : typeof value}, not an object`;
  if (value["jsonrpc"] !== "2.0") return 'not marked as jsonrpc "2.0"';
  if ("id" in value && !isId(value["id"])) return "an id that is neither string, number nor null";
  if ("method" in value) return callProblem(value);
  if ("result" in value || "error" in value) return answerProblem(value);
  return "neither a request, a notification nor a response";
}

export function isMessage(value: unknown): value is AnyMessage {
  return messageProblem(value) === undefined;
}

export function isRequest(message: AnyMessage): message is AnyRequest {
  return "method" in message && "id" in message;
}

export function isNotification(message: AnyMessage): message is AnyNotification {
  return "method" in message && !("id" in message);
}

export function isResponse(message: AnyMessage): message is AnyResponse {
  return !("method" in message);
}

/** A peer's error answer. Thrown by who asked; an answer that throws it is sent as that error. */
export class RequestFailed extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(error: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(error.message);
    this.name = "RequestFailed";
    this.code = error.code;
    this.data = error.data;
  }
}

function callProblem(value: JsonObject): string | undefined {
  if (typeof value["method"] !== "string") return "a method that is not a string";
  if ("result" in value || "error" in value) return "a request and a response at once";
  return undefined;
}

function answerProblem(value: JsonObject): string | undefined {
  if (!("id" in value)) return "a response without an id";
  if ("result" in value && "error" in value) return "a response with both a result and an error";
  if ("result" in value) return undefined;
  const { error } = value;
  if (!isObject(error)) return "an error that is not an object";
  if (!Number.isInteger(error["code"])) return "an error whose code is not an integer";
  return typeof error["message"] === "string" ? undefined : "an error without a message";
}

function isId(id: unknown): boolean {
  return id === null || typeof id === "string" || typeof id === "number";
}
