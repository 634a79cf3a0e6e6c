import type { Hub } from "@tenon/hub";
import { isConnected } from "@tenon/hub/display";

// Enough to say how tools belong together; more would crowd out the conversation.
const MAX_LENGTH = 4_000;

/** What the connected servers say of themselves, for the model, in the servers' order. */
export function serverInstructions(hub: Hub): readonly { readonly server: string; readonly instructions: string }[] {
  return hub.servers.flatMap(({ spec, receipt, info }) => {
    const instructions = info?.instructions?.trim() ?? "";
    if (!isConnected(receipt.state) || instructions === "") return [];
    const isCut = instructions.length > MAX_LENGTH;
    return [{ server: spec.name, instructions: isCut ? `${instructions.slice(0, MAX_LENGTH)}…` : instructions }];
  });
}
