import { type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";

const STOPPING = "stopping";

/** Throws if the gateway is closing: clients come again, and another machine does what they ask for. */
export function requireOpen({ isClosing }: { readonly isClosing: boolean }): void {
  if (isClosing) throw RequestError.internalError({ code: STOPPING }, "the gateway is closing; connect again");
}

/** Whether a machine has refused something because it is closing. */
export function isStopping(response: AnyResponse): boolean {
  return "error" in response && objectOf(response.error.data)["code"] === STOPPING;
}
