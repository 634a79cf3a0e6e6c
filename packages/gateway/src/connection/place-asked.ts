import { RequestError } from "@agentclientprotocol/sdk";

/**
 * The sequence number after which a client wants to be told what happened; undefined if it does not say. One beyond the last
 * record is refused: the client would silently miss what comes until the session gets there.
 */
export function placeAsked(after: unknown, lastSeq: number): number | undefined {
  if (after === undefined) return undefined;
  if (typeof after !== "number" || !Number.isSafeInteger(after) || after < 0) {
    throw RequestError.invalidParams({ after }, '"after" must be a non-negative integer');
  }
  if (after <= lastSeq) return after;
  throw RequestError.invalidParams(
    { after, lastSeq },
    `"after" is ${after}, and the session ends at ${lastSeq}: load it from its start`,
  );
}
