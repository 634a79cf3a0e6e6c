/**
 * The client that another machine speaks for. Neither a page nor a person: its proof is its own.
 */

import type { Peer } from "../../gateway.ts";
import { MACHINE_HEADER, type MachineKeys } from "../../machines/machine-key.ts";
import type { People } from "../../people/people.ts";

export interface ForwardedPeerOptions {
  readonly machineKeys: MachineKeys;
  readonly people?: People | undefined;
}

export async function forwardedPeer(
  headers: NodeJS.Dict<string | string[]>,
  { machineKeys, people }: ForwardedPeerOptions,
): Promise<Peer | { readonly refusal: string }> {
  const forwarded = machineKeys.peerIn(headers[MACHINE_HEADER]);
  if (!forwarded) return { refusal: "not a machine of this gateway" };
  const { personId, ...peer } = forwarded;
  const access = personId === undefined ? undefined : await people?.access(personId);
  // One who is not known here, or no longer, would otherwise come in as the administrator.
  if (personId !== undefined && !access) return { refusal: "not a person of this gateway" };
  return { ...peer, ...(access && { access }) };
}
