/**
 * What came of one turn of one session of one agent, in a form that a script can read.
 */

import { AgentError } from "@tenon/client";

import { exitCode } from "../../process/exit-code.ts";
import { UsageError } from "../../process/usage-error.ts";
import { createDenials } from "./denials.ts";
import { driveAgent, type Progress, type RunRequest } from "./drive-agent.ts";
import type { Interruption } from "../../process/interruption.ts";
import type { RunResult } from "./json-lines.ts";
import { exitCodeFor } from "./outcome.ts";
import type { Output } from "./output.ts";
import type { QuestionOptions } from "./question.ts";

export interface TurnResult {
  readonly exitCode: number;
  readonly summary: Omit<RunResult, "exitCode" | "error">;
  readonly error?: string;
  /** The timeline says it too. */
  readonly isShown?: boolean;
}

/** Never rejects: what goes wrong is a result too. */
export async function runTurn(
  request: RunRequest,
  surroundings: {
    readonly output: Output;
    readonly interruption: Interruption;
    /** Where a person can be asked; undefined: there is none. */
    readonly person: QuestionOptions | undefined;
  },
): Promise<TurnResult> {
  const { output, interruption } = surroundings;
  const denials = createDenials({ warn: output.warn });
  const { all: denied } = denials;
  let progress: Progress = { text: "" };
  const onProgress = (more: Partial<Progress>) => void (progress = { ...progress, ...more });
  try {
    const stopReason = await driveAgent(request, { ...surroundings, denials, onProgress });
    const { unusedServers, failedChanges } = progress;
    return {
      exitCode: exitCodeFor({ stopReason, denied, unusedServers, failedChanges }),
      summary: { ...progress, denied, stopReason },
    };
  } catch (error) {
    const summary = { ...progress, denied };
    const code = error instanceof UsageError ? exitCode.badUsage : exitCode.failed;
    // Whoever interrupted it knows why it failed.
    if (interruption.cause) return { exitCode: code, summary };
    return { exitCode: code, summary, error: errorText(error), isShown: isOfTimeline(error) };
  }
}

/** An error that the agent gave as the answer to the prompt. */
function isOfTimeline(error: unknown): boolean {
  return error instanceof AgentError && error.code === "agent_refused" && error.details.method === "session/prompt";
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
