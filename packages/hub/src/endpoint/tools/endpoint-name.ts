/**
 * The names of tools and prompts at an endpoint: shorter than the catalogue's, because the agent puts its own prefix before
 * them, and within that agent's limit.
 *
 * A name that was given is kept, and no other tool gets it: an agent calls by names that it listed long ago, and a server
 * that came late must not have taken one of them over.
 */

import { toolName } from "../../catalogue/tool-name.ts";
import type { EndpointOptions, Taker } from "../endpoint-types.ts";

export type EndpointName = (server: string, own: string, isTaken: (name: string) => boolean) => string;

// A server that changes its tools all the time.
const MAX_NAMES = 20_000;

export function endpointNames({
  names = "prefixed",
  taker,
  owner,
}: Pick<EndpointOptions, "names"> & {
  readonly taker: Pick<Taker, "nameLength">;
  /** What the endpoint is called. */
  readonly owner: string;
}): EndpointName {
  const { nameLength } = taker;
  const given = new Map<string, string>();
  const used = new Set<string>();
  // With these a tool of the server `mcp` would read as if its name had an agent's prefix.
  const reads = [`mcp__`, `${owner}__`];

  return (server, own, isTakenNow) => {
    const key = JSON.stringify([server, own]);
    const known = given.get(key);
    if (known !== undefined) return known;
    if (given.size >= MAX_NAMES) [given, used].forEach((each) => each.clear());
    const isTaken = (name: string) =>
      used.has(name) || isTakenNow(name) || reads.some((prefix) => name.startsWith(prefix));
    const isUsable = /^[A-Za-z0-9_-]+$/.test(own) && own.length <= nameLength && !isTaken(own);
    const name = names === "plain" && isUsable ? own : prefixed(server, own, isTaken);
    given.set(key, name);
    used.add(name);
    return name;
  };

  function prefixed(server: string, own: string, isTaken: (name: string) => boolean): string {
    const shape = { prefix: "", maxLength: nameLength, isTaken };
    for (const alias of aliases(server)) {
      const name = toolName(alias, own, shape);
      if (!isTaken(name)) return name;
    }
    throw new Error(`No name found for ${own} of ${server}`);
  }
}

/** The names that a server may have in those of its tools, the best first. */
function* aliases(server: string): Generator<string> {
  yield server;
  yield `${server}-server`;
  for (let count = 2; ; count += 1) yield `${server}-server#${count}`;
}
