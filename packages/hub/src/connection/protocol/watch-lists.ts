/**
 * Hears when a server's lists and resources change, in the way of its revision: unasked in the older one, over a stream of their own
 * in the newer one, which is opened again when it drops [O-19].
 */

import type { Client } from "@modelcontextprotocol/client";
import { monotonicClock } from "@tenon/basis";

export type ListName = "tools" | "resources" | "prompts";

/** A list, or a resource that was subscribed to. */
export type ServerChange = ListName | { readonly updated: string };

// A server that ends the stream at once must not be asked in a loop.
const AGAIN_MS = 2_000;
// What changes ten times in a moment is reported once, or a list would be read for each [O-18].
const SETTLE_MS = 100;

export function watchLists(
  client: Client,
  options: { readonly signal: AbortSignal; readonly onChange: (change: ServerChange) => void },
): void {
  const { signal } = options;
  const onChange = settled(options);
  // Also for servers that do not advertise it and do it all the same [O-18].
  client.setNotificationHandler("notifications/tools/list_changed", () => onChange("tools"));
  client.setNotificationHandler("notifications/resources/list_changed", () => onChange("resources"));
  client.setNotificationHandler("notifications/prompts/list_changed", () => onChange("prompts"));
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => onChange({ updated: params.uri }));
  if (client.getProtocolEra() === "modern") void listen(client, signal, onChange);
}

function settled({ signal, onChange }: Parameters<typeof watchLists>[1]): (change: ServerChange) => void {
  const waiting = new Map<string, ServerChange>();
  return (change) => {
    const isScheduled = waiting.size > 0;
    waiting.set(JSON.stringify(change), change);
    if (isScheduled) return;
    const report = () => {
      const changes = [...waiting.values()];
      waiting.clear();
      for (const each of changes) onChange(each);
    };
    monotonicClock.after(SETTLE_MS, signal).then(report, () => {}); // the connection has ended
  };
}

async function listen(client: Client, signal: AbortSignal, onChange: (list: ListName) => void): Promise<void> {
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged && { toolsListChanged: true }),
    ...(resources?.listChanged && { resourcesListChanged: true }),
    ...(prompts?.listChanged && { promptsListChanged: true }),
  };
  if (Object.keys(filter).length === 0) return;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      const subscription = await client.listen(filter, { signal });
      // Changes in between were not reported.
      if (!isFirst) for (const list of ["tools", "resources", "prompts"] as const) onChange(list);
      if ((await subscription.closed) === "local") return;
    } catch {
      // No stream now: the server is going, or refuses. The list stays as it is, and we ask again.
    }
    await monotonicClock.after(AGAIN_MS, signal).catch(() => {}); // aborted: the loop ends
  }
}
