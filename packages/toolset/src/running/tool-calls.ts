/**
 * Calls of tools: arguments checked, limits kept, errors told apart.
 */

import {
  type CallToolResult,
  INVALID_PARAMS,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type Tool as WireTool,
} from "@modelcontextprotocol/server";
import {
  defined,
  formatDuration,
  isEqualJson,
  type JsonObject,
  nearestWord,
  toError,
  untilAborted,
} from "@tenon/basis";

import type { Tool } from "../define/tool.ts";
import { ToolError } from "../tool-error.ts";
import { type Asker, createAsker } from "./asker.ts";
import { CannotAsk } from "./cannot-ask.ts";
import { type CheckedSchema, checkedSchema } from "./checked-schema.ts";
import { toolContext } from "./contexts.ts";
import type { Core } from "./core.ts";
import { createDeadline } from "./deadline.ts";
import type { Exchange } from "./exchange.ts";
import { failedResult, toToolError } from "./failure.ts";
import { createGate, type Gate } from "./gate.ts";
import { createHeldCalls } from "./held-calls.ts";
import { toolResult } from "./tool-result.ts";

export interface ToolCalls {
  readonly list: readonly WireTool[];
  /** The input schema of a tool, for the check of `Mcp-Param-*` headers. */
  inputSchema(name: string): Record<string, unknown> | undefined;
  answer(params: CallParams, exchange: Exchange): Promise<CallToolResult | InputRequiredResult>;
  /** Resolves when no call runs any more. */
  settled(): Promise<void>;
}

interface CallParams {
  readonly name: string;
  readonly args: JsonObject;
  /** What an earlier answer to the same call gave the client. */
  readonly requestState: string | undefined;
}

interface PreparedTool {
  readonly tool: Tool;
  readonly input: CheckedSchema;
  readonly output: CheckedSchema | undefined;
  readonly gate: Gate;
}

interface Call {
  readonly params: CallParams;
  readonly asker: Asker<CallEnd>;
  abort(reason: unknown): void;
}

/** A result for the model, or the error that the protocol has for it. */
type CallEnd = CallToolResult | CannotAsk;

const CALL_MS = 5 * 60_000;
const RESULT_CHARACTERS = 100_000;

/** Throws a `TypeError` that names the tool if a schema cannot be used. */
export function createToolCalls(core: Core): ToolCalls {
  const prepared = new Map(core.toolset.tools.map((tool) => [tool.name, prepare(tool, core)]));
  const held = createHeldCalls<Call>(core.clock);
  const running = new Set<Promise<void>>();

  return {
    list: [...prepared.values()].map(wireTool),
    inputSchema: (name) => prepared.get(name)?.input.json,
    async answer(params, exchange) {
      const call = params.requestState === undefined ? begin(params, exchange) : resume(params);
      const answer = await call.asker.attach(exchange);
      if (!(answer instanceof CannotAsk)) return answer;
      const { requiredCapabilities, message } = answer;
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities }, message);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };

  function begin(params: CallParams, exchange: Exchange): Call {
    const found = prepared.get(params.name);
    if (!found) throw unknownTool(params.name, prepared.keys());
    const work = new AbortController();
    const abort = (reason: unknown) => work.abort(reason);
    const deadline = createDeadline(found.tool.limits?.callMs ?? CALL_MS, core.clock, () => abort(timeUp(found.tool)));
    const call: Call = {
      params,
      abort,
      asker: createAsker(exchange, {
        hold: () => held.hold(call),
        abort,
        asking: (isAsking) => (isAsking ? deadline.pause() : deadline.resume()),
      }),
    };
    const signal = AbortSignal.any([work.signal, core.signal]);
    const end = run(found, call, signal).then((result) => {
      deadline[Symbol.dispose]();
      call.asker.finish(result);
      running.delete(end);
    });
    running.add(end);
    return call;
  }

  function resume({ name, args, requestState = "" }: CallParams): Call {
    const call = held.take(requestState);
    if (call?.params.name === name && isEqualJson(call.params.args, args)) return call;
    call?.abort(new ToolError("cancelled", "The call was repeated with other arguments"));
    throw new ProtocolError(INVALID_PARAMS, "Invalid or expired requestState", { reason: "invalid_request_state" });
  }

  /** Never rejects. */
  async function run(
    { tool, input, output, gate }: PreparedTool,
    { params, asker }: Call,
    signal: AbortSignal,
  ): Promise<CallEnd> {
    try {
      const checked = await input.check(params.args);
      if (!checked.isValid) throw invalidArguments(tool, checked.problems);
      const leave = await gate.enter(signal);
      // It leaves when it has ended, also if its caller no longer waits.
      const work = runTool(checked.value).finally(leave);
      const returned = await untilAborted(work, signal);
      const { resultCharacters = RESULT_CHARACTERS } = tool.limits ?? {};
      return await toolResult(returned, { output, resultCharacters, mask: core.mask });
    } catch (error) {
      if (error instanceof CannotAsk && asker.exchange.era === "modern") return error;
      return failedResult(toToolError(signal.aborted ? stopped(signal.reason) : error, tool.name, core), core.mask);
    }

    async function runTool(args: unknown): Promise<unknown> {
      const state = await core.state.get(signal);
      signal.throwIfAborted();
      return await tool.run(args, toolContext(core, asker, { from: tool.name, state, signal }));
    }
  }
}

function prepare(tool: Tool, { clock }: Core): PreparedTool {
  try {
    return {
      tool,
      input: checkedSchema(tool.input ?? { type: "object" }, "input"),
      output: tool.output && checkedSchema(tool.output, "output"),
      gate: createGate(tool.limits ?? {}, clock),
    };
  } catch (error) {
    throw new TypeError(`The tool ${tool.name} cannot be served: ${toError(error).message}`, { cause: error });
  }
}

function wireTool({ tool, input, output }: PreparedTool): WireTool {
  const { name, title, description, annotations, icons, meta } = tool;
  const about = defined({ title, annotations, icons, _meta: meta && { ...meta } });
  return { name, description, ...about, inputSchema: input.json, ...(output && { outputSchema: output.json }) };
}

function unknownTool(name: string, known: Iterable<string>): ProtocolError {
  const near = nearestWord(name, known);
  const suggestion = near === undefined ? "" : `. Did you mean ${near}?`;
  return new ProtocolError(INVALID_PARAMS, `Unknown tool: ${name}${suggestion}`);
}

function invalidArguments({ name }: Tool, problems: string): ToolError {
  return new ToolError("invalid_input", `Invalid arguments for ${name}:\n${problems}`);
}

function timeUp({ name, limits }: Tool): ToolError {
  return new ToolError("timeout", `${name} took longer than ${formatDuration(limits?.callMs ?? CALL_MS)}`);
}

/** Why a call was stopped; a client that cancelled reads no answer. */
function stopped(reason: unknown): ToolError {
  return reason instanceof ToolError ? reason : new ToolError("cancelled", "The call was cancelled");
}
