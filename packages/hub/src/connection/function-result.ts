/**
 * What a function of the program returns or throws, as a tool's result.
 */

import { errorMessage } from "@tenon/basis";

import { FunctionResult } from "../server-spec.ts";
import type { RawResult } from "./wire/raw-result.ts";

/** Rejects only if the call was aborted. */
export async function functionResult(run: () => Promise<unknown>, signal: AbortSignal): Promise<RawResult> {
  try {
    return success(await run());
  } catch (error) {
    if (signal.aborted) throw error;
    return failedResult(errorMessage(error));
  }
}

export function failedResult(message: string): RawResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

function success(value: unknown): RawResult {
  if (value instanceof FunctionResult) return { content: [...value.content], isError: value.isError };
  if (typeof value === "string") return { content: [{ type: "text", text: value }] };
  const text = JSON.stringify(value ?? null, undefined, 2);
  return { content: [{ type: "text", text }], structuredContent: value ?? null };
}
