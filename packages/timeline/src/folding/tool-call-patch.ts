/**
 * What an update changes of a tool call: what it leaves out, sends as null or malformed, stays as it is; `content` and
 * `locations` are replaced as a whole [R86, R160].
 */

import type { ToolCallContent, ToolCallLocation, ToolCallStatus, ToolKind } from "@agentclientprotocol/sdk";
import { arrayOf, defined, isObject, type JsonObject, nonEmptyStringOf } from "@tenon/basis";

import { isContentBlock } from "../content.ts";
import type { ToolCallEntry } from "../entry.ts";

export type ToolCallPatch = Partial<
  Pick<ToolCallEntry, "title" | "name" | "kind" | "status" | "content" | "locations" | "rawInput" | "rawOutput">
>;

export function readToolCallPatch(update: JsonObject): ToolCallPatch {
  const { kind, status, rawInput, rawOutput } = update;
  return {
    ...defined({
      title: nonEmptyStringOf(update["title"]),
      name: nonEmptyStringOf(update["name"]),
      content: arrayOf(update["content"], isToolCallContent),
      locations: arrayOf(update["locations"], isLocation),
      rawInput: rawInput ?? undefined,
      rawOutput: rawOutput ?? undefined,
    }),
    ...(isToolKind(kind) && { kind }),
    ...(isStatus(status) && { status }),
  };
}

/** The call has been carried out, or will not be. */
export function isEnd(status: ToolCallStatus): boolean {
  return status === "completed" || status === "failed";
}

function isToolCallContent(value: unknown): value is ToolCallContent {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "content":
      return isContentBlock(value["content"]);
    case "diff":
      return typeof value["path"] === "string" && typeof value["newText"] === "string";
    case "terminal":
      return typeof value["terminalId"] === "string";
    default:
      return typeof value["type"] === "string";
  }
}

function isLocation(value: unknown): value is ToolCallLocation {
  return isObject(value) && typeof value["path"] === "string";
}

function isStatus(value: unknown): value is ToolCallStatus {
  return value === "pending" || value === "in_progress" || value === "completed" || value === "failed";
}

function isToolKind(value: unknown): value is ToolKind {
  return typeof value === "string" && Object.hasOwn(KINDS, value);
}

const KINDS: Readonly<Record<ToolKind, true>> = {
  read: true,
  edit: true,
  delete: true,
  move: true,
  search: true,
  execute: true,
  think: true,
  fetch: true,
  switch_mode: true,
  other: true,
};
