/**
 * Runs the steps of one tool call.
 *
 * The revisions differ in how a call reaches its client, so they bring that along; what a step does is the same.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { type JsonObject, whenAborted } from "@tenon/basis";

import type { CallStep, LogLevel, ProgressStep, WaitForReleaseStep } from "../call-step.ts";
import type { ToolScript } from "../script.ts";
import { clientRequestsOf, type ClientRequests } from "./client-request.ts";
import type { RpcError } from "./json-rpc.ts";
import { bytesResult, findingsResult, report, textResult } from "./results.ts";
import { changeTools, type World } from "./world.ts";

export interface Call {
  readonly tool: ToolScript;
  /** How often the tool was called, this time included. */
  readonly number: number;
  readonly arguments: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Where a call goes on that was interrupted to ask the client. */
  readonly from?: CallPosition;
  progress(progress: { readonly progress: number; readonly total?: number; readonly message?: string }): void;
  log(level: LogLevel, entry: JsonObject): void;
  ask(inquiry: Inquiry): Promise<ClientAnswer>;
  closeStream(how: "end" | "cut"): void;
}

/** What to ask the client, and where in the call it came up. */
export interface Inquiry {
  readonly requests: ClientRequests;
  readonly position: CallPosition;
  readonly signal: AbortSignal;
}

export interface CallPosition {
  readonly step: number;
  /** What the steps before have found out. */
  readonly findings: readonly unknown[];
}

export type ClientAnswer =
  | { readonly type: "answers"; readonly answers: JsonObject }
  /** The client cannot be asked this. */
  | { readonly type: "refusal"; readonly reason: string }
  /** The answer comes with another call. */
  | InputRequired;

interface InputRequired {
  readonly type: "input-required";
  readonly requests: ClientRequests;
  readonly position: CallPosition;
}

export type CallOutcome =
  | { readonly type: "result"; readonly result: JsonObject }
  | { readonly type: "error"; readonly error: RpcError }
  | InputRequired
  | { readonly type: "silence" };

type StepOutcome = CallOutcome | { readonly type: "done" } | { readonly type: "finding"; readonly finding: unknown };

const DONE: StepOutcome = { type: "done" };
const SILENCE: StepOutcome = { type: "silence" };

export async function runCall(world: World, call: Call): Promise<CallOutcome> {
  const steps = call.tool.call ?? [{ type: "echo" }];
  const findings = [...(call.from?.findings ?? [])];
  for (const [index, step] of steps.entries()) {
    if (index < (call.from?.step ?? 0)) continue;
    const outcome = await runStep(world, call, step, { step: index, findings });
    if (outcome.type === "finding") findings.push(outcome.finding);
    else if (outcome.type !== "done") return outcome;
    if (call.signal.aborted) return { type: "silence" };
  }
  return { type: "result", result: findingsResult(call.tool, findings) };
}

async function runStep(world: World, call: Call, step: CallStep, position: CallPosition): Promise<StepOutcome> {
  switch (step.type) {
    case "echo":
      return { type: "result", result: findingsResult(call.tool, [call.arguments]) };
    case "result":
      return { type: "result", result: step.result };
    case "bytes":
      return { type: "result", result: bytesResult(step) };
    case "error": {
      const { type: _, ...error } = step;
      return { type: "error", error };
    }
    case "report":
      return { type: "result", result: findingsResult(call.tool, [report(step.of, call)]) };
    case "progress":
      await reportProgress(call, step);
      break;
    case "log":
      call.log(step.level, { data: step.data, ...(step.logger && { logger: step.logger }) });
      break;
    case "delay":
      await pause(step.milliseconds, call.signal);
      break;
    case "wait-for-release":
      await Promise.race([world.gates.opened(gateOf(call, step)), whenAborted(call.signal)]);
      break;
    case "release":
      world.gates.release(step.gate);
      break;
    case "wait-for-cancel":
      await whenAborted(call.signal);
      return step.answersAnyway ? { type: "result", result: textResult("too late") } : SILENCE;
    case "never-answer":
      return SILENCE;
    case "crash":
      world.crash(step);
      return SILENCE;
    case "close-stream":
      call.closeStream(step.how);
      break;
    case "ask":
    case "elicit":
    case "sample":
    case "roots":
      return ask(call, step, position);
    case "change-tools":
      changeTools(world, step.change);
      break;
    case "notify":
      for (let time = 0; time < (step.times ?? 1); time++) world.audience.notify(step.method, step.params);
      break;
  }
  return DONE;
}

async function ask(call: Call, step: CallStep, position: CallPosition): Promise<StepOutcome> {
  const requests = clientRequestsOf(step, position.step) ?? {};
  const answer = await call.ask({ requests, position, signal: call.signal });
  if (answer.type === "answers") {
    const { answers } = answer;
    return { type: "finding", finding: step.type === "ask" ? answers : Object.values(answers)[0] };
  }
  if (answer.type === "refusal") return { type: "result", result: { ...textResult(answer.reason), isError: true } };
  return answer;
}

async function reportProgress(call: Call, step: ProgressStep): Promise<void> {
  const { times, total = times, message, everyMilliseconds } = step;
  for (let progress = 1; progress <= times && !call.signal.aborted; progress++) {
    call.progress({ progress, total, ...(message && { message }) });
    if (everyMilliseconds) await pause(everyMilliseconds, call.signal);
  }
}

function gateOf(call: Call, step: WaitForReleaseStep): string {
  const named = step.gate ?? call.arguments["gate"];
  return typeof named === "string" ? named : call.tool.name;
}

/** Resolves after a while, or when the signal is aborted. Keeps no process alive. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // Being aborted is one of the two ways to end, so the rejection says nothing new.
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
