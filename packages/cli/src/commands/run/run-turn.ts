/**
 * What came of one turn of one session of one agent, in a form that a script can read.
 */

import { errorMessage } from "@tenon/basis";
import { AgentError } from "@tenon/client";

import { exitCode } from "../../process/exit-code.ts";
import { UsageError } from "../../process/usage-error.ts";
import { createDenials } from "./ask/denials.ts";
import { driveAgent } from "./drive-agent.ts";
import type { RunResult } from "./show/json-lines.ts";
import { exitCodeFor } from "./show/outcome.ts";
import type { Progress, RunRequest, Surroundings } from "./run-request.ts";

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
  surroundings: Pick<Surroundings, "output" | "interruption" | "person">,
): Promise<TurnResult> {
  const { output, interruption } = surroundings;
  const denials = createDenials({ warn: output.warn });
  const { all: denied } = denials;
  let progress: Progress = { text: "" };
  const onProgress = (more: Partial<Progress>) => void (progress = { ...progress, ...more });
  try {
    const stopReason = await driveAgent(request, { ...surroundings, denials, onProgress });
    const summary = { ...progress, denied, stopReason };
    return { exitCode: exitCodeFor(summary), summary };
  } catch (error) {
    const summary = { ...progress, denied };
    const code = error instanceof UsageError ? exitCode.badUsage : exitCode.failed;
    // The interruption is the reason.
    if (interruption.cause) return { exitCode: code, summary };
    return { exitCode: code, summary, error: errorMessage(error), isShown: isOfTimeline(error) };
  }
}

/** An error that the agent gave as the answer to the prompt. */
function isOfTimeline(error: unknown): boolean {
  return error instanceof AgentError && error.code === "agent_refused" && error.details.method === "session/prompt";
}
