/**
 * Why a server failed, for the agent over there. The reason itself names the command, its folder, an address, or the end of
 * what the server wrote to standard error; it is shown on this machine only.
 */

import { errorMessage } from "@tenon/basis";
import { CallError, NeedsSignInError } from "@tenon/hub";

/** Throws: what the server answered, and what says nothing of this machine, as it is. What was cancelled is no failure to show. */
export function hideFailure(server: string, onHidden: (reason: string) => void) {
  return (signal?: AbortSignal) =>
    (error: unknown): never => {
      if (isFit(error)) throw error;
      if (!signal?.aborted) onHidden(errorMessage(error));
      throw new Error(`The server ${server} failed. The reason is shown on the user's machine.`, { cause: error });
    };
}

/** The SDK has its errors in two copies, for clients and for servers: they are known by name. */
function isFit(error: unknown): boolean {
  if (error instanceof CallError || error instanceof NeedsSignInError) return true;
  const name = error instanceof Error ? error.name : "";
  return name === "ProtocolError" || name === "AbortError";
}
