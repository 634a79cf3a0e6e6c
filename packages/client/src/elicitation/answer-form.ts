/**
 * Has a person fill in a form that an agent asks for. What they send has been checked; what cannot be shown is not asked.
 */

import type { CreateElicitationRequest, ElicitationFormMode } from "@agentclientprotocol/sdk";
import { unlessAborted } from "@tenon/basis";
import {
  checkInput,
  type FormContent,
  type FormField,
  type FormProblem,
  initialContent,
  isUnanswerable,
  readFormFields,
} from "@tenon/timeline";

import type { AnswerElicitation } from "../services.ts";

/** Where the person is: a terminal, a dialog. */
export interface FormPrompter {
  /** Asked again, with the problems, until there is none. Aborted, it takes the form away. */
  fillIn(form: Form, options: { readonly signal: AbortSignal }): Promise<FormAnswer>;
}

export interface Form {
  /** Who asks: no form may look as if it came from us. */
  readonly agent: string;
  readonly message: string;
  readonly title?: string;
  readonly description?: string;
  /** Those of an unknown type are for information: they cannot be filled in. */
  readonly fields: readonly FormField[];
  /** What stands in the fields: the defaults, or what the person gave last time. */
  readonly content: FormContent;
  /** What was wrong with that. */
  readonly problems: readonly FormProblem[];
}

export type FormAnswer =
  | { readonly action: "accept"; readonly content: FormContent }
  /** The person says no. */
  | { readonly action: "decline" }
  /** The person goes away without an answer. */
  | { readonly action: "cancel" };

export function answerForm(prompter: FormPrompter, options: { readonly agent: string }): AnswerElicitation {
  return async (request, { signal }) => {
    if (!isForm(request)) return { action: "cancel" };
    const { requestedSchema: schema, message } = request;
    const fields = readFormFields(schema);
    // It cannot be answered, and pretending that it can would waste the person's time.
    if (isUnanswerable(fields)) return { action: "cancel" };
    const { title, description } = schema;
    const frame = { agent: options.agent, message, ...(title && { title }), ...(description && { description }) };
    let content = initialContent(fields);
    let problems: readonly FormProblem[] = [];
    while (!signal.aborted) {
      const answer = await unlessAborted(prompter.fillIn({ ...frame, fields, content, problems }, { signal }), signal);
      if (!answer || signal.aborted) break;
      if (answer.action !== "accept") return answer;
      ({ content } = answer);
      problems = checkInput(fields, content);
      if (problems.length === 0) return { action: "accept", content };
    }
    return { action: "cancel" };
  };
}

function isForm(request: CreateElicitationRequest): request is CreateElicitationRequest & ElicitationFormMode {
  return request.mode === "form" && "requestedSchema" in request && typeof request.requestedSchema === "object";
}
