/**
 * Passes on to all connections what changes in the hub, and what its servers log [W19].
 */

import type { Hub, HubEvent } from "../hub-types.ts";
import type { ChangedList, Door } from "./doors/door.ts";
import { serversWith } from "./passing/connected-servers.ts";

export function passChanges(hub: Promise<Hub>, doors: readonly Door[]): Disposable {
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
        const logger = [event.server, event.message.logger].filter((name) => name !== undefined).join(": ");
        return doors.forEach((door) => door.logged({ ...event.message, logger }));
      }
      if (event.type === "list") return changed(event.list);
      changed("tools");
      // The hub reports a connection just before its receipt says so.
      queueMicrotask(() => {
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
