/**
 * What an agent may ask of its client's machine, with its params checked: they come from outside.
 */

import {
  type AnyRequest,
  type CreateTerminalRequest,
  type ReadTextFileRequest,
  RequestError,
  type TerminalOutputRequest,
  type WriteTextFileRequest,
} from "@agentclientprotocol/sdk";
import { isObject, type JsonObject } from "@tenon/basis";

import { paramsOf } from "../../wire/message.ts";
import type { Hands } from "./local-client.ts";

type Errand = (hands: Hands, request: AnyRequest, signal: AbortSignal) => Promise<object>;

export const LOCAL_ERRANDS: ReadonlyMap<string, Errand> = new Map([
  errand("fs/read_text_file", isReading, ({ files }, params, signal) => files.read(params, { signal })),
  errand("fs/write_text_file", isWriting, ({ files }, params, signal) => files.write(params, { signal })),
  errand("terminal/create", isCreating, ({ terminals }, params) => terminals.create(params)),
  errand("terminal/output", isOfTerminal, ({ terminals }, params) => terminals.output(params)),
  errand("terminal/wait_for_exit", isOfTerminal, ({ terminals }, params, signal) =>
    terminals.waitForExit(params, { signal }),
  ),
  errand("terminal/kill", isOfTerminal, ({ terminals }, params) => terminals.kill(params)),
  errand("terminal/release", isOfTerminal, ({ terminals }, params) => terminals.release(params)),
]);

function errand<Params extends JsonObject>(
  method: string,
  isMeant: (params: JsonObject) => params is Params,
  run: (hands: Hands, params: Params, signal: AbortSignal) => Promise<object>,
): readonly [string, Errand] {
  return [
    method,
    async (hands, request, signal) => {
      const params = paramsOf(request);
      if (!isMeant(params)) throw RequestError.invalidParams({ method }, `not valid for ${method}`);
      return await run(hands, params, signal);
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
