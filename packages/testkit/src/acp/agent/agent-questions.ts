/**
 * What a scripted agent asks of its client in a turn. An answer that is an error is an answer; only cancelling the turn,
 * or losing the client, ends the question without one.
 */

import type {
  CreateTerminalResponse,
  RequestPermissionResponse,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
} from "@agentclientprotocol/sdk";

import { untilAborted } from "@tenon/basis";
import type { AskStep, TerminalStep } from "./agent-script.ts";
import { RequestFailed } from "../wire/json-rpc.ts";
import type { TurnContext } from "./turn-context.ts";

const ALLOW_OR_REJECT = [
  { optionId: "allow", name: "Allow", kind: "allow_once" },
  { optionId: "reject", name: "Reject", kind: "reject_once" },
];

/** The id of the option that was picked, if it is one that was offered [R89]. */
export async function askPermission(context: TurnContext, step: AskStep): Promise<string | undefined> {
  const options = step.options ?? ALLOW_OR_REJECT;
  const toolCall = { toolCallId: step.toolCallId ?? context.newId("tool-call"), title: step.title };
  const answer = await askClient<RequestPermissionResponse | null>(context, "session/request_permission", {
    toolCall,
    options,
  }).catch(undefinedIfRefused);
  if (answer?.outcome?.outcome !== "selected") return undefined;
  const { optionId } = answer.outcome;
  return options.some((option) => option.optionId === optionId) ? optionId : undefined;
}

/** Calls any method and puts the outcome into words. */
export function callClient(context: TurnContext, method: string, params: object): Promise<string> {
  return askClient(context, method, params).then(
    (result) => `${method}: ${JSON.stringify(result)}\n`,
    (error: unknown) => {
      if (error instanceof RequestFailed) return `${method} failed: ${error.code} ${error.message}\n`;
      throw error;
    },
  );
}

/** Runs a command to its end in the client's terminal, and puts the outcome into words. */
export async function runInTerminal(context: TurnContext, step: TerminalStep): Promise<string> {
  const { command, args = [], kill = false } = step;
  const { terminalId } = await askClient<CreateTerminalResponse>(context, "terminal/create", { command, args });
  try {
    if (kill) await askClient(context, "terminal/kill", { terminalId });
    const { exitCode, signal } = await askClient<WaitForTerminalExitResponse>(context, "terminal/wait_for_exit", {
      terminalId,
    });
    const { output } = await askClient<TerminalOutputResponse>(context, "terminal/output", { terminalId });
    return `${output}${command} ended with ${signal ?? exitCode}\n`;
  } finally {
    // Also when the turn was cancelled [R101], so not through the turn's signal.
    await context.peer
      .request("terminal/release", { sessionId: context.sessionId, terminalId })
      .catch(undefinedIfRefused);
  }
}

function askClient<Result>(context: TurnContext, method: string, params: object): Promise<Result> {
  const { peer, sessionId, signal } = context;
  return untilAborted(peer.request<Result>(method, { sessionId, ...params }), signal);
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof RequestFailed)) throw error;
}
