/**
 * What the calls of the protocol, and the answers to them, mean for a timeline.
 */

import type { PermissionOption, ToolCallUpdate } from "@agentclientprotocol/sdk";
import {
  arrayOf,
  booleanOf,
  defined,
  isObject,
  isString,
  type JsonObject,
  numberOf,
  objectOf,
  stringOf,
} from "@tenon/basis";

import { isContentBlock } from "../content.ts";
import { elicitationAnswered, elicitationAsked } from "./elicitation-events.ts";
import { errorText, isRequestCancelled } from "./error-text.ts";
import type { TimelineEvent, TurnError, UnknownUpdate } from "../event.ts";

export type Side = "client" | "agent";

/** A request or a notification; `id` as text if it is a request. */
export interface Call {
  readonly method: string;
  readonly params: JsonObject;
  readonly id: string | undefined;
}

export interface Answer {
  readonly result: JsonObject;
  readonly error: JsonObject | undefined;
}

interface Method {
  readonly from: Side;
  readonly onCall?: (call: Call) => readonly TimelineEvent[];
  readonly onAnswer?: (call: Call, answer: Answer) => readonly TimelineEvent[];
}

/** The methods that mean something. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["session/new", { from: "client", onAnswer: setupEvents }],
  [
    "session/load",
    { from: "client", onAnswer: (call, answer) => [{ type: "replay-end" }, ...setupEvents(call, answer)] },
  ],
  ["session/resume", { from: "client", onAnswer: setupEvents }],
  ["session/set_mode", { from: "client", onAnswer: modeSet }],
  ["session/set_config_option", { from: "client", onAnswer: setupEvents }],
  ["session/prompt", { from: "client", onCall: prompted, onAnswer: turnEnded }],
  ["session/cancel", { from: "client", onCall: () => [{ type: "cancel" }] }],
  ["session/update", { from: "agent", onCall: updated }],
  ["session/request_permission", { from: "agent", onCall: permissionAsked, onAnswer: permissionAnswered }],
  ["elicitation/create", { from: "agent", onCall: elicitationAsked, onAnswer: elicitationAnswered }],
  ["terminal/create", { from: "agent", onAnswer: terminalCreated }],
  ["terminal/output", { from: "agent", onAnswer: (call, { result }) => terminalChanged(call, outputOf(result)) }],
  [
    "terminal/wait_for_exit",
    {
      from: "agent",
      onAnswer: (call, { result, error }) => terminalChanged(call, error ? {} : { exit: exitOf(result) }),
    },
  ],
  [
    "terminal/release",
    { from: "agent", onAnswer: (call, { error }) => terminalChanged(call, error ? {} : { isReleased: true }) },
  ],
]);

/** The mode and options in an answer, as the updates that would have carried them. */
function setupEvents(_call: Call, { result: { modes, configOptions } }: Answer): readonly TimelineEvent[] {
  const modeId = isObject(modes) ? stringOf(modes["currentModeId"]) : undefined;
  const options = Array.isArray(configOptions) && { sessionUpdate: "config_option_update", configOptions };
  return [
    ...(modeId === undefined ? [] : [modeUpdate(modeId)]),
    ...(options ? [{ type: "update" as const, update: options }] : []),
  ];
}

function modeSet({ params }: Call, { error }: Answer): readonly TimelineEvent[] {
  const modeId = stringOf(params["modeId"]);
  return error || modeId === undefined ? [] : [modeUpdate(modeId)];
}

function modeUpdate(currentModeId: string): TimelineEvent {
  return { type: "update", update: { sessionUpdate: "current_mode_update", currentModeId } };
}

function prompted({ params, id: requestId }: Call): readonly TimelineEvent[] {
  const content = arrayOf(params["prompt"], isContentBlock) ?? [];
  return [{ type: "prompt", content, ...defined({ requestId }) }];
}

function turnEnded({ id: requestId = "" }: Call, { result, error }: Answer): readonly TimelineEvent[] {
  if (isRequestCancelled(error)) return [{ type: "turn-end", requestId, stopReason: "cancelled" }];
  if (error) return [{ type: "turn-end", requestId, error: errorOf(error) }];
  const stopReason = stringOf(result["stopReason"]);
  return [{ type: "turn-end", requestId, ...defined({ stopReason }) }];
}

function errorOf(error: JsonObject): TurnError {
  return { ...defined({ code: numberOf(error["code"]) }), message: errorText(error) };
}

function updated({ params: { update } }: Call): readonly TimelineEvent[] {
  return isUpdate(update) ? [{ type: "update", update }] : [];
}

function permissionAsked({ params, id }: Call): readonly TimelineEvent[] {
  const { toolCall } = params;
  if (id === undefined || !isToolCallUpdate(toolCall)) return [];
  const options = arrayOf(params["options"], isPermissionOption) ?? [];
  return [{ type: "permission-asked", requestId: id, toolCall, options }];
}

function permissionAnswered({ id: requestId = "" }: Call, { result, error }: Answer): readonly TimelineEvent[] {
  const fields = objectOf(result["outcome"]);
  const optionId = stringOf(fields["optionId"]);
  if (fields["outcome"] === "selected" && optionId !== undefined) {
    return [{ type: "permission-answered", requestId, outcome: "selected", optionId }];
  }
  const isCancelled = fields["outcome"] === "cancelled" || isRequestCancelled(error);
  return [{ type: "permission-answered", requestId, outcome: isCancelled ? "cancelled" : "failed" }];
}

function terminalCreated({ params }: Call, { result }: Answer): readonly TimelineEvent[] {
  const terminalId = stringOf(result["terminalId"]);
  if (terminalId === undefined) return [];
  const [command, cwd] = [stringOf(params["command"]) ?? "", stringOf(params["cwd"])];
  const args = arrayOf(params["args"], isString);
  return [{ type: "terminal-created", terminalId, command, ...defined({ args, cwd }) }];
}

type TerminalChange = Omit<Extract<TimelineEvent, { readonly type: "terminal-state" }>, "type" | "terminalId">;

function terminalChanged({ params }: Call, change: TerminalChange): readonly TimelineEvent[] {
  const terminalId = stringOf(params["terminalId"]);
  if (terminalId === undefined || Object.keys(change).length === 0) return [];
  return [{ type: "terminal-state", terminalId, ...change }];
}

function outputOf(result: JsonObject): TerminalChange {
  const [output, truncated] = [stringOf(result["output"]), booleanOf(result["truncated"])];
  return {
    ...defined({ output, truncated }),
    ...(isObject(result["exitStatus"]) && { exit: exitOf(result["exitStatus"]) }),
  };
}

function exitOf({ exitCode, signal }: JsonObject): NonNullable<TerminalChange["exit"]> {
  return { exitCode: numberOf(exitCode) ?? null, signal: stringOf(signal) ?? null };
}

function isUpdate(value: unknown): value is UnknownUpdate {
  return isObject(value) && typeof value["sessionUpdate"] === "string";
}

function isToolCallUpdate(value: unknown): value is ToolCallUpdate {
  return isObject(value) && typeof value["toolCallId"] === "string";
}

function isPermissionOption(value: unknown): value is PermissionOption {
  return isObject(value) && typeof value["optionId"] === "string";
}
