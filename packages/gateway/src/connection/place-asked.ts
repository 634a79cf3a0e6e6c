import { RequestError } from "@agentclientprotocol/sdk";

/** The place after which a client wants to be told what happened; undefined if it does not say. */
export function placeAsked(after: unknown): number | undefined {
  if (after === undefined) return undefined;
  if (typeof after === "number" && Number.isSafeInteger(after) && after >= 0) return after;
  throw RequestError.invalidParams({ after }, "after must be a place in the session");
}
