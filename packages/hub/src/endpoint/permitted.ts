/**
 * Asks about a call before it is made, and reports how it went. A `permit` or a function that does not heed the signal
 * holds nothing up.
 */

import { randomUUID } from "node:crypto";

import { errorMessage, untilAborted } from "@tenon/basis";

import type { HubResult } from "../call/call-tool.ts";
import type { EndpointCall, EndpointEvent, EndpointOptions, PermittedMethod } from "./endpoint-types.ts";

export interface PermitSetup {
  readonly permit: EndpointOptions["permit"];
  readonly emit: (event: EndpointEvent) => void;
}

/** Rejects with the reason if the call is refused, aborted or fails; that is reported too. */
export async function permitted<T>(
  call: EndpointCall,
  { permit, emit }: PermitSetup,
  make: () => Promise<{ readonly value: T; readonly result?: HubResult }>,
): Promise<T> {
  emit({ type: "started", call });
  try {
    const decision = permit ? await untilAborted(permit(call), call.signal) : ALLOWED;
    call.signal.throwIfAborted();
    if (!decision.isAllowed) throw new Error(decision.reason);
    const { value, result } = await untilAborted(make(), call.signal);
    emit({ type: "ended", call, ...(result && { result }) });
    return value;
  } catch (error) {
    emit({ type: "ended", call, error: errorMessage(error) });
    throw error;
  }
}

/** Of what needs no report, such as a list. A `permit` that fails is a refusal. */
export async function isPermitted(call: EndpointCall, permit: PermitSetup["permit"]): Promise<boolean> {
  if (!permit) return true;
  const decision = await untilAborted(permit(call), call.signal).catch(() => undefined);
  call.signal.throwIfAborted();
  return decision?.isAllowed === true;
}

/** A request of another method as a call, for the permit: no tool has such a name. */
export function methodCall(
  method: PermittedMethod,
  rest: Pick<EndpointCall, "server" | "title" | "args" | "signal">,
): EndpointCall {
  return { id: randomUUID(), called: method, name: method, tool: method, ...rest };
}

const ALLOWED = { isAllowed: true } as const;
