/**
 * Compares a result with what the tool promised. Never more than a warning: a server that breaks its own promise has
 * still answered, and the answer is worth more to the model than the promise [P59].
 */

import { type AskOptions, askSchema } from "./schema/ask-schema.ts";
import type { CompiledSchema } from "./schema/compile-schema.ts";
import { describeProblems } from "./schema/describe-problems.ts";

const MAX_SHOWN_PROBLEMS = 3;

/** Never throws. An error does not have to have the promised form. */
export function checkOutput(
  result: { readonly structuredContent?: unknown; readonly isError?: boolean | undefined },
  outputSchema: unknown,
  options?: AskOptions,
): readonly string[] {
  if (outputSchema === undefined || result.isError === true) return [];
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    return ["The tool has an output schema, but its result has no structuredContent; its text is used."];
  }
  const problemsIn = (schema: CompiledSchema) =>
    schema.isValid(structuredContent) ? [] : describeProblems(structuredContent, schema, "The structured content");
  const { answer = [], warnings } = askSchema(outputSchema, problemsIn, options);
  const problems = answer
    .slice(0, MAX_SHOWN_PROBLEMS)
    .map((problem) => `The result does not match the output schema: ${problem}`);
  return [...warnings, ...problems];
}
