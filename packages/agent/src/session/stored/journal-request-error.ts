import { RequestError } from "@agentclientprotocol/sdk";
import { RPC_ERROR } from "@tenon/basis";
import { JournalError } from "@tenon/journal";

/** Rethrows what the journal refuses about a session as an error of the protocol. */
export function toJournalRequestError(sessionId: string) {
  return (error: unknown): never => {
    if (!(error instanceof JournalError)) throw error;
    if (error.code === "session_not_found") throw RequestError.sessionNotFound(sessionId);
    throw new RequestError(RPC_ERROR.invalidRequest, error.message, { sessionId, code: error.code });
  };
}
