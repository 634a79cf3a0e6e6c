/**
 * Forms that servers ask a person to fill in, and what comes back: no form may ask for a secret [R144], and no answer
 * goes to the server that does not fit its form [R145].
 */

import { isSecretName } from "@tenon/policy";
import { checkAnswer, readFormFields } from "@tenon/timeline";

/** The first free-text field with the name of a secret. */
export function secretIn(schema: unknown): string | undefined {
  return readFormFields(schema).find(({ type, name }) => type === "text" && isSecretName(name, "field"))?.name;
}

/** What does not fit, in sentences; undefined if all does. */
export function problemWith(content: Readonly<Record<string, unknown>>, schema: unknown): string | undefined {
  const problems = checkAnswer(readFormFields(schema), content);
  return problems.length > 0 ? problems.map(({ message }) => message).join(" ") : undefined;
}
