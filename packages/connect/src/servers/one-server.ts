import type { Hub, SessionHub } from "@tenon/hub";
import { isStarting } from "@tenon/hub/display";

import { hideFailure } from "./hide-failure.ts";

/**
 * A hub as if it had only one of its servers: for an endpoint of its own, which says nothing of this machine:
 * `onFailure` gets what is kept from it.
 */
export function oneServer(hub: SessionHub, server: string, onFailure: (reason: string) => void): Hub {
  const isIts = (event: Parameters<Parameters<Hub["watch"]>[0]>[0]) =>
    event.type === "catalogue" || event.server === server;
  const viewNow = () => hub.servers.filter(({ spec }) => spec.name === server);
  const hide = hideFailure(server, onFailure);
  let known: { readonly from: Hub["catalogue"]; readonly own: Hub["catalogue"] } | undefined;
  // In a prototype the hub's getters stay live.
  const own: Partial<Hub> = {
    get catalogue() {
      const from = hub.catalogue;
      // The same object until it changes: the endpoint's names are made once for each.
      if (known?.from !== from)
        known = { from, own: { ...from, tools: from.tools.filter((tool) => tool.server === server) } };
      return known.own;
    },
    get servers() {
      return viewNow();
    },
    call: (name, args, options) => hub.call(name, args, options).catch(hide(options?.signal)),
    client: (name, options) => hub.client(name, options).catch(hide(options?.signal)),
    skills: (name, options) => hub.skills(name, options).catch(hide(options?.signal)),
    watch: (listener) => hub.watch((event) => void (isIts(event) && listener(event))),
    async ready({ waitMs = 0, signal } = {}) {
      const isReady = () => viewNow().every(({ receipt }) => !isStarting(receipt.state));
      if (isReady()) return;
      const ready = Promise.withResolvers<void>();
      using _ = hub.watch(() => queueMicrotask(() => isReady() && ready.resolve()));
      const timer = setTimeout(ready.resolve, waitMs);
      signal?.addEventListener("abort", () => ready.resolve(), { once: true });
      await ready.promise;
      clearTimeout(timer);
    },
  };
  return Object.create(hub, Object.getOwnPropertyDescriptors(own));
}
