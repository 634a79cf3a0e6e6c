/**
 * The parts of a JSON-RPC message that say where it belongs.
 */

import { type JsonObject, objectOf } from "@tenon/basis";

export interface WireMessage {
  /** As JSON, because `1` and `"1"` are two ids. */
  readonly id: string | undefined;
  readonly method: string | undefined;
  readonly params: JsonObject;
  readonly result: JsonObject;
  readonly isError: boolean;
}

/** Undefined if it is not a message. */
export function readWireMessage(message: unknown): WireMessage | undefined {
  const { id, method, params, result, error } = objectOf(message);
  const hasId = typeof id === "string" || typeof id === "number";
  if (!hasId && typeof method !== "string") return undefined;
  return {
    id: hasId ? JSON.stringify(id) : undefined,
    method: typeof method === "string" ? method : undefined,
    params: objectOf(params),
    result: objectOf(result),
    isError: error !== undefined,
  };
}
