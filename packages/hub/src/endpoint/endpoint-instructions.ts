/**
 * What the endpoint says of itself in `initialize`: how to reach tools that are not listed, then what its servers say.
 */

import { isConnected } from "../server/receipt.ts";
import type { EndpointCore } from "./endpoint-core.ts";
import { OWN } from "./tools/own-tools.ts";

// Claude cuts instructions at 2,048 characters [P-11].
const MAX_LENGTH = 2_000;

export function endpointInstructions({ hubNow, options }: EndpointCore): string {
  const { taker, searchTools = true } = options;
  const { callMs, resultCharacters } = taker;
  const own = [
    "The tools of several MCP servers.",
    ...(searchTools ? [`Tools that are not listed are found with ${OWN.find} and called with ${OWN.call}.`] : []),
    ...(Number.isFinite(resultCharacters) ? [`The rest of a long result is read with ${OWN.readResult}.`] : []),
    ...(callMs === undefined ? [] : [`A call that takes long gives a handle for ${OWN.waitForCall}.`]),
  ].join(" ");
  const ofServers = (hubNow?.servers ?? []).flatMap(({ spec, receipt, info }) => {
    const instructions = info?.instructions?.trim() ?? "";
    return isConnected(receipt.state) && instructions !== "" ? [`${spec.name}: ${instructions}`] : [];
  });
  const all = [own, ...ofServers].join("\n\n");
  return all.length <= MAX_LENGTH ? all : `${all.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}
