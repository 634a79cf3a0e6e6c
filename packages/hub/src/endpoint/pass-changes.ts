/**
 * Passes on to all connections what changes in the hub, and what its servers log [W18] [W19].
 */

import type { Hub, HubEvent } from "../hub-types.ts";
import type { ChangedList, Door } from "./doors/door.ts";
import type { EndpointCore } from "./endpoint-core.ts";
import { serversWith } from "../connected-servers.ts";

/** Whose words they are, and by which part of it. */
export function loggerOf(server: string, logger: string | undefined): string {
  return logger === undefined ? server : `${server}: ${logger}`;
}

export function passChanges(
  { hub, subscriptions, logLevels }: Pick<EndpointCore, "hub" | "subscriptions" | "logLevels">,
  doors: readonly Door[],
): Disposable {
  let isDisposed = false;
  let watching: Disposable | undefined;
  hub.then(begin, () => {}); // A hub that does not open has no changes.
  return {
    [Symbol.dispose]() {
      isDisposed = true;
      watching?.[Symbol.dispose]();
    },
  };

  function begin(hub: Hub): void {
    if (isDisposed) return;
    /** The servers that have resources and prompts: one that comes or goes changes these lists too. */
    const having = () => ({
      resources: serversWith(hub, "resources").join("\n"),
      prompts: serversWith(hub, "prompts").join("\n"),
    });
    let before = { resources: "", prompts: "" };
    watching = hub.watch(pass);
    // Agents may have listed before the hub was open.
    pass({ type: "catalogue" });

    function pass(event: HubEvent): void {
      if (event.type === "log") {
        const logger = loggerOf(event.server, event.message.logger);
        return doors.forEach((door) => door.logged({ ...event.message, logger }));
      }
      if (event.type === "resource") return doors.forEach((door) => door.updated(event.uri));
      if (event.type === "list") return changed(event.list);
      changed("tools");
      // The hub reports a connection just before its receipt says so.
      queueMicrotask(() => {
        if (isDisposed) return;
        subscriptions.renew();
        logLevels.renew();
        const now = having();
        if (now.resources !== before.resources) changed("resources");
        if (now.prompts !== before.prompts) changed("prompts");
        before = now;
      });
    }
  }

  function changed(list: ChangedList): void {
    if (!isDisposed) for (const door of doors) door.changed(list);
  }
}
