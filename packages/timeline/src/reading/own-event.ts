/**
 * Our own events, as they stand in a journal beside the messages of the wire: the JSON of a timeline event.
 */

import { isObject, type JsonObject } from "@tenon/basis";

import { isContentBlock } from "../content.ts";
import type { TimelineEvent } from "../event.ts";

/** Undefined if it is not one that this version knows. */
export function readOwnEvent(message: unknown): TimelineEvent | undefined {
  return isTimelineEvent(message) ? message : undefined;
}

function isTimelineEvent(value: unknown): value is TimelineEvent {
  if (!isObject(value) || !isOptional(value["at"], "number")) return false;
  const type = value["type"];
  return typeof type === "string" && (CHECKS.get(type)?.(value) ?? false);
}

/** What each event must have; optional fields must be of their type when they are there. */
const CHECKS: ReadonlyMap<string, (event: JsonObject) => boolean> = new Map<
  TimelineEvent["type"],
  (event: JsonObject) => boolean
>([
  ["update", ({ update }) => isObject(update) && typeof update["sessionUpdate"] === "string"],
  ["replay-end", () => true],
  [
    "prompt",
    ({ content, requestId }) =>
      Array.isArray(content) && content.every(isContentBlock) && isOptional(requestId, "string"),
  ],
  ["prompted-by", ({ by }) => typeof by === "string"],
  ["cancel", () => true],
  [
    "turn-end",
    ({ requestId, stopReason, error }) =>
      isOptional(requestId, "string") && isOptional(stopReason, "string") && isTurnError(error),
  ],
  ["interruption", ({ reason }) => isOptional(reason, "string")],
  [
    "permission-asked",
    ({ requestId, toolCall, options }) =>
      typeof requestId === "string" &&
      isObject(toolCall) &&
      typeof toolCall["toolCallId"] === "string" &&
      Array.isArray(options) &&
      options.every((option) => isObject(option) && typeof option["optionId"] === "string"),
  ],
  [
    "permission-answered",
    ({ requestId, outcome, optionId, answeredBy }) =>
      typeof requestId === "string" &&
      (outcome === "selected" || outcome === "cancelled" || outcome === "failed") &&
      isOptional(optionId, "string") &&
      isOptional(answeredBy, "string"),
  ],
  [
    "elicitation-asked",
    ({ requestId, message, mode, fields, host, toolCallId }) =>
      [requestId, message, mode].every((word) => typeof word === "string") &&
      Array.isArray(fields) &&
      fields.every(isElicitationField) &&
      isOptional(host, "string") &&
      isOptional(toolCallId, "string"),
  ],
  [
    "elicitation-answered",
    ({ requestId, outcome, content, answeredBy }) =>
      typeof requestId === "string" &&
      (outcome === "accept" || outcome === "decline" || outcome === "cancel" || outcome === "failed") &&
      (content === undefined || isObject(content)) &&
      isOptional(answeredBy, "string"),
  ],
  [
    "terminal-created",
    ({ terminalId, command, args, cwd }) =>
      typeof terminalId === "string" &&
      typeof command === "string" &&
      (args === undefined || (Array.isArray(args) && args.every((word) => typeof word === "string"))) &&
      isOptional(cwd, "string"),
  ],
  ["terminal-output", ({ terminalId, text }) => typeof terminalId === "string" && typeof text === "string"],
  [
    "terminal-state",
    ({ terminalId, output, truncated, exit, isReleased }) =>
      typeof terminalId === "string" &&
      isOptional(output, "string") &&
      isOptional(truncated, "boolean") &&
      (exit === undefined || isObject(exit)) &&
      isOptional(isReleased, "boolean"),
  ],
  [
    "receipt",
    ({ server, state, reason }) =>
      typeof server === "string" && typeof state === "string" && isOptional(reason, "string"),
  ],
  [
    "decision",
    ({ toolCallId, effect, reason }) =>
      typeof toolCallId === "string" &&
      (effect === "allow" || effect === "ask" || effect === "deny") &&
      typeof reason === "string",
  ],
]);

function isElicitationField(field: unknown): boolean {
  return isObject(field) && typeof field["name"] === "string" && isOptional(field["title"], "string");
}

function isTurnError(error: unknown): boolean {
  return (
    error === undefined ||
    (isObject(error) && typeof error["message"] === "string" && isOptional(error["code"], "number"))
  );
}

function isOptional(value: unknown, type: "string" | "number" | "boolean"): boolean {
  return value === undefined || typeof value === type;
}
