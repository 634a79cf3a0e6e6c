import { RequestError } from "@agentclientprotocol/sdk";
import { JournalError } from "@tenon/journal";

export const INVALID_REQUEST = -32_600;

/** Rethrows what the journal refuses about a session as an error of the protocol. */
export function toJournalRequestError(sessionId: string) {
  return (error: unknown): never => {
    if (!(error instanceof JournalError)) throw error;
    if (error.code === "session_not_found") throw RequestError.sessionNotFound(sessionId);
    throw new RequestError(INVALID_REQUEST, error.message, { sessionId, code: error.code });
  };
}
