import { errorMessage, untilAborted, within } from "@tenon/basis";
import { CallError, type Hub, NeedsSignInError, type SessionHub } from "@tenon/hub";
import { isStarting } from "@tenon/hub/display";

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
      await within(
        waitMs,
        untilAborted(ready.promise, signal).catch(() => {}), // aborted
      );
    },
  };
  return Object.create(hub, Object.getOwnPropertyDescriptors(own));
}

/**
 * Why a server failed, for the agent over there. The reason itself names the command, its folder, an address, or the end of
 * what the server wrote to standard error; it is shown on this machine only. What was cancelled is no failure to show.
 *
 * Throws: what the server answered, and what says nothing of this machine, as it is.
 */
function hideFailure(server: string, onHidden: (reason: string) => void) {
  return (signal?: AbortSignal) =>
    (error: unknown): never => {
      if (isFit(error)) throw error;
      if (!signal?.aborted) onHidden(errorMessage(error));
      throw new Error(`The server ${server} failed. The reason is shown on the user's machine.`, { cause: error });
    };
}

/** The SDK has its errors in two copies, for clients and for servers: they are known by name. */
function isFit(error: unknown): boolean {
  if (error instanceof CallError || error instanceof NeedsSignInError) return true;
  const name = error instanceof Error ? error.name : "";
  return name === "ProtocolError" || name === "AbortError";
}
