import { errorMessage, isObject } from "@tenon/basis";

import { t } from "../../../messages/t.ts";
import { UsageError } from "../../../process/usage-error.ts";

/** Arguments of a tool as a person types them: a JSON object. */
export function readArguments(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(t("The arguments are not valid JSON: {problem}", { problem: errorMessage(error) }), {
      cause: error,
    });
  }
  if (!isObject(value)) {
    throw new UsageError(t(`The arguments must be a JSON object, such as '{"path": "/tmp"}'`));
  }
  return value;
}
