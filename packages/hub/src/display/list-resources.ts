import { defined } from "@tenon/basis";
import { hasHiddenCharacters } from "@tenon/policy";

import { askServers, serversWith } from "../connected-servers.ts";
import type { Hub } from "../hub-types.ts";

/** The resources of the session's servers, for a menu to choose from; a server that does not answer has none [O-07]. */
export async function listResources(hub: Hub, signal: AbortSignal): Promise<readonly object[]> {
  const lists = await askServers(hub, serversWith(hub, "resources"), {
    signal,
    ask: async (client, signal) => (await client.listResources(undefined, { signal })).resources,
  });
  return lists.flatMap(({ server, answer }) =>
    answer
      // An address goes back to the server as it is, so it cannot be shown without what is hidden in it.
      .filter(({ uri }) => !hasHiddenCharacters(uri))
      .map(({ uri, name, title, mimeType }) => ({ server, uri, name, ...defined({ title, mimeType }) })),
  );
}
