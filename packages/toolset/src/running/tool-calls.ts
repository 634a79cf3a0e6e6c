/**
 * Calls of tools: arguments checked, limits enforced, errors classified.
 */

import {
  type CallToolResult,
  INVALID_PARAMS,
  type InputRequiredResult,
  ProtocolError,
  type Tool as WireTool,
} from "@modelcontextprotocol/server";
import { defined, formatDuration, type JsonObject, nearestWord, toError } from "@tenon/basis";

import type { Tool } from "../define/tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Asker } from "./asker.ts";
import type { Cancellation } from "./cancellation.ts";
import { CannotAsk } from "./cannot-ask.ts";
import { type CheckedSchema, checkedSchema } from "./checked-schema.ts";
import { toolContext } from "./contexts.ts";
import { createConversations } from "./conversations.ts";
import type { Core } from "./core.ts";
import type { Exchange } from "./exchange.ts";
import { failedResult, stoppedBy, toToolError } from "./failure.ts";
import { createGate, type Gate } from "./gate.ts";
import { toolResult } from "./tool-result.ts";
import { whenEnded, whenReady } from "./when-ready.ts";

export interface ToolCalls {
  readonly list: readonly WireTool[];
  /** The input schema of a tool, for the check of `Mcp-Param-*` headers. */
  inputSchema(name: string): Record<string, unknown> | undefined;
  answer(name: string, args: JsonObject, exchange: Exchange): Answer | Promise<Answer>;
}

type Answer = CallToolResult | InputRequiredResult;

interface PreparedTool {
  readonly tool: Tool;
  readonly input: CheckedSchema;
  readonly output: CheckedSchema | undefined;
  readonly gate: Gate;
}

const CALL_MS = 5 * 60_000;
const MAX_RESULT_LENGTH = 100_000;

/** Throws a `TypeError` that names the tool if a schema cannot be used. */
export function createToolCalls(core: Core): ToolCalls {
  const prepared = new Map(core.toolset.tools.map((tool) => [tool.name, prepare(tool, core)]));
  const conversations = createConversations<CallToolResult>(core);

  return {
    list: [...prepared.values()].map(wireTool),
    inputSchema: (name) => prepared.get(name)?.input.json,
    answer(name, args, exchange) {
      const found = prepared.get(name);
      if (!found) throw unknownTool(name, prepared.keys());
      const timeMs = found.tool.limits?.callMs ?? CALL_MS;
      const timeUp = () => new ToolError("timeout", `${name} took longer than ${formatDuration(timeMs)}`);
      return conversations.answer({ name, args, timeMs, timeUp }, exchange, (asker, cancellation) =>
        run({ core, found, asker, cancellation }, args),
      );
    },
  };
}

interface Call<Ended> {
  readonly core: Core;
  readonly found: PreparedTool;
  readonly asker: Asker<Ended>;
  readonly cancellation: Cancellation;
}

function run<Ended>(call: Call<Ended>, args: JsonObject): CallToolResult | Promise<CallToolResult> {
  const { core, found, cancellation } = call;
  const { tool, input, output, gate } = found;
  const { resultCharacters = MAX_RESULT_LENGTH } = tool.limits ?? {};
  try {
    const result = whenReady(input.check(args), (checked) => {
      if (!checked.isValid) throw invalidArguments(tool, checked.problems);
      return whenReady(gate.enter(cancellation), (leave) => {
        const running = runTool(call, checked.value, leave);
        // It leaves when it has ended, also if its caller no longer waits.
        const returned = running instanceof Promise ? cancellation.race(running) : running;
        return whenReady(returned, (value) => toolResult(value, { output, resultCharacters, mask: core.mask }));
      });
    });
    return result instanceof Promise ? result.catch((error: unknown) => failed(call, error)) : result;
  } catch (error) {
    return failed(call, error);
  }
}

function runTool<Ended>(
  { core, found: { tool }, asker, cancellation }: Call<Ended>,
  value: unknown,
  leave: () => void,
): unknown {
  const { signal } = cancellation;
  core.works.begin();
  return whenEnded(
    () =>
      whenReady(core.state.get(cancellation), (state) =>
        whenReady(
          tool.run(value, toolContext(core, asker, { from: tool.name, state, signal })),
          (returned) => returned,
        ),
      ),
    () => {
      leave();
      core.works.end();
    },
  );
}

function failed<Ended>({ core, found, asker, cancellation }: Call<Ended>, error: unknown): CallToolResult {
  if (error instanceof CannotAsk && asker.exchange.era === "modern") throw error;
  const { signal } = cancellation;
  const shown = toToolError(signal.aborted ? stoppedBy(signal) : error, found.tool.name, core);
  return failedResult(shown, core.mask);
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
