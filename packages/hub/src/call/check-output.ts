/**
 * Compares a result with what the tool promised. Never more than a warning: a server that breaks its own promise has
 * still answered, and the answer is worth more to the model than the promise [P59].
 */

import { askSchema } from "./schema/ask-schema.ts";
import { describeProblems } from "./schema/describe-problems.ts";

const SHOWN = 3;

/** Never throws. An error does not have to have the promised form. */
export function checkOutput(
  result: { readonly structuredContent?: unknown; readonly isError?: boolean | undefined },
  outputSchema: unknown,
): readonly string[] {
  if (outputSchema === undefined || result.isError === true) return [];
  const { structuredContent } = result;
  if (structuredContent === undefined) {
    return ["The tool has an output schema, but its result has no structuredContent; its text is used."];
  }
  const { answer = [], warnings } = askSchema(outputSchema, (schema) =>
    schema.isValid(structuredContent) ? [] : describeProblems(structuredContent, schema, "The structured content"),
  );
  const problems = answer.slice(0, SHOWN).map((problem) => `The result is not what the output schema says: ${problem}`);
  return [...warnings, ...problems];
}
