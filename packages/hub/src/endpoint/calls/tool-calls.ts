/**
 * Answers `tools/call`: the endpoint's own tools, and calls of all others, directly or through `call_tool`.
 */

import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { type JsonObject, numberOf, objectOf, parseJson, stringOf } from "@tenon/basis";

import type { HubResult } from "../../call/call-tool.ts";
import { createSpillFolder, type Keep } from "../../call/result/spill-folder.ts";
import { isTooDeep, TOO_DEEP } from "../../connection/wire/bounded-message.ts";
import type { EndpointCore } from "../endpoint-core.ts";
import { createKeptResults, type KeptResults } from "../results/kept-results.ts";
import { shapeResult, textResult } from "../results/shape-result.ts";
import { answerListSkills, answerReadSkill } from "../passing/skill-tools.ts";
import { describeTool, findTools, unknownTool } from "../tools/answer-search.ts";
import { OWN } from "../tools/own-tools.ts";
import type { TableTool } from "../tools/tool-table.ts";
import { untilListed } from "../tools/until-listed.ts";
import { type CallAnswer, type Caller, createOutlivingCalls, type OutlivingCalls } from "./outlive-limit.ts";
import { startCall } from "./running-call.ts";

export interface ToolCalls {
  /** Rejects if there is no such tool, or no call of the state that is repeated; everything else that goes wrong is a result. */
  answer(request: ToolRequest, caller: Caller): Promise<CallAnswer>;
  /** Cancels what runs. */
  cancel(reason: Error): void;
  /** Cancels what runs, and deletes what was kept. */
  close(): Promise<void>;
}

export interface ToolRequest {
  readonly name: string;
  readonly args: JsonObject;
  /** For the server. */
  readonly meta: JsonObject | undefined;
}

export function createToolCalls(core: EndpointCore): ToolCalls {
  const { options, clock, table, hub, emit } = core;
  const { taker, resultsFolder, permit } = options;
  const isPrefixed = options.names !== "plain";
  const folder = resultsFolder ?? join(tmpdir(), `tenon-${randomUUID()}`);
  const spill = createSpillFolder(folder, { stays: resultsFolder !== undefined });
  const kept = createKeptResults({ pageCharacters: taker.resultCharacters });
  const calls = createOutlivingCalls({ taker, clock });

  return {
    async answer(request, caller) {
      if (caller.repeated) return await resume(caller);
      const own = await answerOwn(request, caller, { core, kept, calls });
      if (own) return own;
      const { name, args } = request;
      const isIndirect = core.ownNames.has(name) && (name === OWN.call || name === OWN.describe);
      const wanted = isIndirect ? args["name"] : name;
      const tool = await untilListed(wanted, { table, hub, isPrefixed, signal: caller.signal });
      if (!tool && !isIndirect) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, table));
      if (!tool) return textResult(unknownTool(wanted, table), true);
      if (isIndirect && name === OWN.describe) return textResult(describeTool(tool));
      return await call(tool, isIndirect ? { ...request, args: argumentsOf(args["arguments"]) } : request, caller);
    },
    cancel: calls.cancel,
    async close() {
      await calls.close();
      kept.clear();
      await spill.close();
    },
  };

  async function resume(caller: Caller): Promise<CallAnswer> {
    const resumed = calls.resume(caller);
    if (resumed) return await resumed;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The call that waited for these responses has ended");
  }

  async function call(tool: TableTool, { name, args, meta }: ToolRequest, caller: Caller): Promise<CallAnswer> {
    if (isTooDeep(args)) return textResult(`The arguments cannot be used: ${TOO_DEEP}`, true);
    const keepFor = ({ id }: { readonly id: string }) => spill.keepFor({ tool: tool.name, call: id });
    const request = { tool, called: name, args, meta, modes: caller.modes };
    const running = startCall(request, { hub, emit, shape, keepFor, permit, questions: options.questions });
    return await calls.answer(running, caller);
  }

  function shape(result: HubResult, tool: TableTool, keep: Keep): Promise<CallToolResult> {
    const spec = core.hubNow?.servers.find((view) => view.spec.name === tool.server)?.spec;
    core.resources.linked(result.raw.content, tool.server);
    const characters = Math.min(taker.resultCharacters, spec?.options?.resultCharacters ?? Infinity);
    return shapeResult(result, { taker, characters, keep, kept });
  }
}

/** The answer of one of the endpoint's own tools that calls no other; undefined for any other tool. */
async function answerOwn(
  { name, args }: ToolRequest,
  caller: Caller,
  { core, kept, calls }: { readonly core: EndpointCore; readonly kept: KeptResults; readonly calls: OutlivingCalls },
): Promise<CallAnswer | undefined> {
  const isOwn = (asked: string, own: string) => asked === own && core.ownNames.has(own);
  if (isOwn(name, OWN.find)) return textResult(findTools(args, core.table, core.hubNow));
  if (isOwn(name, OWN.readResult)) return readResult(args, kept);
  if (isOwn(name, OWN.waitForCall)) return await calls.waitFor(stringOf(args["handle"]) ?? "", caller);
  // Skills also through `call_tool`: the agent may have listed before there were any.
  const isIndirect = isOwn(name, OWN.call);
  const wanted = isIndirect ? (stringOf(args["name"]) ?? "") : name;
  const setup = { permit: core.options.permit, emit: core.emit, signal: caller.signal };
  if (isOwn(wanted, OWN.listSkills)) return await answerListSkills(core.hubNow, setup);
  if (!isOwn(wanted, OWN.readSkill)) return undefined;
  return await answerReadSkill(core.hubNow, isIndirect ? argumentsOf(args["arguments"]) : args, setup);
}

function readResult(args: JsonObject, kept: KeptResults): CallToolResult {
  const handle = stringOf(args["handle"]) ?? "";
  const page = kept.read(handle, numberOf(args["offset"]) ?? 0);
  const isGone = page === undefined;
  return textResult(
    isGone
      ? `No stored result with the handle "${handle}": the handle is unknown, or the result is no longer stored.`
      : page,
    isGone,
  );
}

/** Some models write the arguments as a string of JSON. */
function argumentsOf(value: unknown): JsonObject {
  return objectOf(typeof value === "string" ? parseJson(value) : value);
}
