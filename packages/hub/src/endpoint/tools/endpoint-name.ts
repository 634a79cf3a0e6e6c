/**
 * The names of tools and prompts at an endpoint: shorter than the catalogue's, because the agent puts its own prefix before
 * them, and within that agent's limit.
 */

import { toolName } from "../../catalogue/tool-name.ts";
import type { EndpointOptions, Taker } from "../endpoint-types.ts";

export type EndpointName = (server: string, own: string, isTaken: (name: string) => boolean) => string;

export function endpointNames({
  names = "prefixed",
  taker,
}: Pick<EndpointOptions, "names"> & { readonly taker: Pick<Taker, "nameLength"> }): EndpointName {
  const { nameLength } = taker;
  return (server, own, isTaken) => {
    const isUsable = /^[A-Za-z0-9_-]+$/.test(own) && own.length <= nameLength && !isTaken(own);
    if (names === "plain" && isUsable) return own;
    return toolName(server, own, { prefix: "", maxLength: nameLength, isTaken });
  };
}
