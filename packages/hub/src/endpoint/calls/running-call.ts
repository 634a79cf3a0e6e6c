/**
 * One call of a tool: permitted, made, reported, and shaped for the agent.
 *
 * It belongs to the endpoint and not to the request that began it, so that it can outlive that.
 */

import { randomUUID } from "node:crypto";

import { type CallToolResult } from "@modelcontextprotocol/server";
import { defined, errorMessage, itemsOf, type JsonObject } from "@tenon/basis";

import { boundResult } from "../../call/result/bound-result.ts";
import type { HubResult } from "../../call/call-tool.ts";
import type { Keep } from "../../call/result/spill-folder.ts";
import { functionResult } from "../../connection/function-result.ts";
import type { CallProgress, Hub } from "../../hub-types.ts";
import type { EndpointCall } from "../endpoint-types.ts";
import { textResult } from "../results/shape-result.ts";
import type { TableTool } from "../tools/tool-table.ts";
import type { CallQuestions, HeldQuestions, QuestionMode } from "./held-questions.ts";
import { permitted, type PermitSetup } from "../permitted.ts";

export interface RunningCall {
  readonly call: EndpointCall;
  /** Never rejects: what went wrong is a result for the model. */
  readonly result: Promise<CallToolResult>;
  /** What its server asks, for a caller that is asked by an answer. */
  readonly questions: CallQuestions | undefined;
  /** Whether a person is still deciding about it. */
  readonly isWaiting: boolean;
  /** The latest progress, and from then on. */
  follow(listener: (progress: CallProgress) => void): Disposable;
  /** Cancels it, up to the server. */
  abort(reason: unknown): void;
}

export interface CallSetup extends PermitSetup {
  readonly hub: Promise<Hub>;
  /** Makes what the agent gets of a result. */
  readonly shape: (result: HubResult, tool: TableTool, keep: Keep) => Promise<CallToolResult>;
  readonly keepFor: (call: EndpointCall) => Keep;
  readonly questions: HeldQuestions | undefined;
}

export interface CallRequest {
  readonly tool: TableTool;
  /** The name that was called. */
  readonly called: string;
  readonly args: JsonObject;
  readonly meta: JsonObject | undefined;
  /** What the caller can ask a person. */
  readonly modes: readonly QuestionMode[];
}

export function startCall(request: CallRequest, setup: CallSetup): RunningCall {
  const { tool, called, args } = request;
  const ending = new AbortController();
  const progress = createProgressFeed();
  const { name, server, tool: toolName, title } = tool;
  const { signal } = ending;
  const call: EndpointCall = { id: randomUUID(), called, name, server, tool: toolName, title, args, signal };
  const questions = setup.questions?.follow(server, request.modes);
  let isWaiting = setup.permit !== undefined;
  return {
    call,
    questions,
    result: run(),
    get isWaiting() {
      return isWaiting;
    },
    follow: progress.follow,
    abort: (reason) => ending.abort(reason),
  };

  async function run(): Promise<CallToolResult> {
    try {
      const keep = setup.keepFor(call);
      const result = await permitted(call, setup, async () => {
        isWaiting = false;
        const made = await make(keep);
        return { value: made, result: made };
      });
      return await setup.shape(result, tool, keep);
    } catch (error) {
      return textResult(errorMessage(error), true);
    } finally {
      questions?.[Symbol.dispose]();
    }
  }

  async function make(keep: Keep): Promise<HubResult> {
    const { catalogued, run: ofProgram } = tool;
    if (ofProgram) return await functionCall(ofProgram, call, keep);
    const hub = await setup.hub;
    return await hub.call(catalogued?.name ?? name, args, {
      id: call.id,
      signal: call.signal,
      // All of it: it is cut once, for this agent.
      resultCharacters: Infinity,
      ...defined({ meta: request.meta }),
      onProgress(reported) {
        setup.emit({ type: "progress", call, progress: reported });
        progress.report(reported);
      },
    });
  }
}

function createProgressFeed() {
  const listeners = new Set<(progress: CallProgress) => void>();
  let latest: CallProgress | undefined;
  return {
    report(progress: CallProgress): void {
      latest = progress;
      for (const listener of listeners) listener(progress);
    },
    follow(listener: (progress: CallProgress) => void): Disposable {
      listeners.add(listener);
      if (latest) listener(latest);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
  };
}

async function functionCall(
  run: NonNullable<TableTool["run"]>,
  { id, args, signal }: EndpointCall,
  keep: Keep,
): Promise<HubResult> {
  const raw = await functionResult(() => run(args, { signal, callId: id }), signal);
  const result = { ...raw, content: itemsOf(raw.content), isError: raw.isError === true };
  return { raw, forModel: await boundResult(result, { characters: Infinity, keep }), warnings: [] };
}
