/**
 * What an agent may ask of its client's machine, with its params checked: they come from outside.
 */

import {
  type CreateTerminalRequest,
  type ReadTextFileRequest,
  RequestError,
  type TerminalOutputRequest,
  type WriteTextFileRequest,
} from "@agentclientprotocol/sdk";
import { isObject, type JsonObject } from "@tenon/basis";

import type { FileAccess, Terminals } from "./services.ts";

/** What serves them, for one session. */
export interface SessionServices {
  readonly files: FileAccess | undefined;
  readonly terminals: Terminals | undefined;
}

/** Rejects with a `RequestError` for the agent. */
type Serve = (services: SessionServices, params: JsonObject, signal: AbortSignal) => Promise<object>;

/** By their methods. */
export const serviceRequests: ReadonlyMap<string, Serve> = new Map([
  service("fs/read_text_file", isReading, ({ files }, params, signal) => files?.read(params, { signal })),
  service("fs/write_text_file", isWriting, ({ files }, params, signal) => files?.write(params, { signal })),
  service("terminal/create", isCreating, ({ terminals }, params) => terminals?.create(params)),
  service("terminal/output", isOfTerminal, ({ terminals }, params) => terminals?.output(params)),
  service("terminal/wait_for_exit", isOfTerminal, ({ terminals }, params, signal) =>
    terminals?.waitForExit(params, { signal }),
  ),
  service("terminal/kill", isOfTerminal, ({ terminals }, params) => terminals?.kill(params)),
  service("terminal/release", isOfTerminal, ({ terminals }, params) => terminals?.release(params)),
]);

function service<Params extends JsonObject>(
  method: string,
  isMeant: (params: JsonObject) => params is Params,
  run: (services: SessionServices, params: Params, signal: AbortSignal) => Promise<object> | undefined,
): readonly [string, Serve] {
  return [
    method,
    async (services, params, signal) => {
      if (!isMeant(params)) throw RequestError.invalidParams({ method }, `not valid for ${method}`);
      const answered = run(services, params, signal);
      if (!answered) throw RequestError.methodNotFound(method);
      return await answered;
    },
  ];
}

function isReading(params: JsonObject): params is JsonObject & ReadTextFileRequest {
  const { sessionId, path, line, limit } = params;
  return isText(sessionId) && isText(path) && isOptional(line, isCount) && isOptional(limit, isCount);
}

function isWriting(params: JsonObject): params is JsonObject & WriteTextFileRequest {
  return ["sessionId", "path", "content"].every((name) => isText(params[name]));
}

function isCreating(params: JsonObject): params is JsonObject & CreateTerminalRequest {
  const { sessionId, command, args, cwd, env, outputByteLimit } = params;
  return (
    isText(sessionId) &&
    isText(command) &&
    isOptional(args, (value) => Array.isArray(value) && value.every(isText)) &&
    isOptional(cwd, isText) &&
    isOptional(env, (value) => Array.isArray(value) && value.every(isVariable)) &&
    isOptional(outputByteLimit, isCount)
  );
}

function isOfTerminal(params: JsonObject): params is JsonObject & TerminalOutputRequest {
  return isText(params["sessionId"]) && isText(params["terminalId"]);
}

function isVariable(value: unknown): boolean {
  return isObject(value) && isText(value["name"]) && isText(value["value"]);
}

function isOptional(value: unknown, isMeant: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || isMeant(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
