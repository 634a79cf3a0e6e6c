/**
 * A request to the editor that no person answers: it is given a time, so that an editor that hangs does not hold up the
 * turn for ever.
 */

import { RPC_ERROR } from "@tenon/basis";
import type { Clock } from "@tenon/basis";

import { waitFor } from "../commands/wait-for.ts";
import { ToolError } from "../tool-error.ts";
import { EditorRefusal } from "./editor.ts";

export interface EditorQuestion {
  readonly method: string;
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Rejects as the request does, with the signal's reason, or with a `ToolError` when the time is over. */
export async function askEditor<T>(
  request: (options: { readonly signal: AbortSignal }) => Promise<T>,
  { method, ms, signal, clock }: EditorQuestion,
): Promise<T> {
  signal.throwIfAborted();
  const late = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  const waited = await waitFor(request({ signal: either }), { ms, signal, clock });
  signal.throwIfAborted();
  if (waited.type === "done") return waited.value;
  late.abort();
  throw new ToolError(`The editor did not answer ${method} within ${ms / 1000} seconds.`);
}

/** Whether the editor does not have the method, whatever capabilities it announced. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof EditorRefusal && error.code === RPC_ERROR.methodNotFound;
}
