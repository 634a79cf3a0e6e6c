/**
 * Asks a person. Every option is shown as the agent wrote it, one question at a time, for as long as the person needs:
 * no time runs out, and nothing is picked for them [D-16, D-20].
 */

import type { PermissionOption, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { createKeyedQueue, unlessAborted } from "@tenon/basis";

import type { SessionContext } from "../services.ts";
import type { AnswerOpenPermission, Memory } from "./open-question.ts";
import { cancelled, denial, selected, unambiguous } from "./pick-option.ts";

/** Where the person is: a terminal, a dialog. */
export interface PermissionPrompter {
  /**
   * Resolves with the id of one of the question's options, or with undefined if the person will not choose: that is a no.
   * Aborted, it withdraws the question; its result is then ignored.
   */
  choose(question: PermissionQuestion, options: { readonly signal: AbortSignal }): Promise<string | undefined>;
}

export interface PermissionQuestion {
  readonly session: SessionContext;
  readonly toolCall: RequestPermissionRequest["toolCall"];
  /** Those that can be answered, in the agent's order; none, and all that is left is a no. */
  readonly options: readonly PermissionOption[];
  /** Why it is asked, if a policy was asked before. */
  readonly why?: string | undefined;
  /** What our side remembers if the person says "always", in sentences [D-14]. */
  readonly remembers?: Pick<Memory, "allow" | "reject"> | undefined;
}

export function askPerson(prompter: PermissionPrompter): AnswerOpenPermission {
  const questions = createKeyedQueue();
  return async (request, { session, signal, why, memory }) => {
    const options = distinct(unambiguous(request.options));
    const question = { session, toolCall: request.toolCall, options, why, remembers: memory };
    const show = async () =>
      signal.aborted ? undefined : await unlessAborted(prompter.choose(question, { signal }), signal);
    const id = await unlessAborted(questions.run("person", show), signal);
    if (signal.aborted) return cancelled();
    const option = options.find(({ optionId }) => optionId === id);
    if (!option) return denial(request.options);
    await memory?.keep(option);
    return selected(option);
  };
}

function distinct(options: readonly PermissionOption[]): readonly PermissionOption[] {
  return options.filter(({ optionId }, index) => options.findIndex((other) => other.optionId === optionId) === index);
}
