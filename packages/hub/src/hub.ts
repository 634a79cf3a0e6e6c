/**
 * A session's MCP servers as one catalogue of tools.
 *
 * Opening a hub waits for no server: all connect side by side, and one that fails or is slow costs only its own tools.
 * The hub owns everything it opens: closing it ends every server with all its descendants.
 */

import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createSpillFolder } from "./call/result/spill-folder.ts";
import { createHubCalls } from "./hub-calls.ts";
import { createHubContext } from "./hub-context.ts";
import { type HubServer, noSignIn } from "./hub-server.ts";
import { type HubServers, openHubServers } from "./hub-servers.ts";
import type { Hub, HubOptions } from "./hub-types.ts";
import type { Offer } from "./offer/index.ts";
import { ServerError } from "./server-error.ts";
import { isConnected } from "./server/receipt.ts";
import { createSessionOffer } from "./session-offer.ts";

export function openHub(options: HubOptions): Hub {
  const { resultsFolder = join(tmpdir(), `tenon-${randomUUID()}`) } = options;
  const context = createHubContext(options);
  const offers = createSessionOffer(options.offer ?? {});
  const servers = openHubServers(context, { onTools: offers.update });
  const spill = createSpillFolder(resultsFolder, { stays: options.resultsFolder !== undefined });
  const call = createHubCalls({ context, servers, offers, spill });
  let lastOffer: Offer | undefined;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= servers.close().then(() => spill.close()));
  const { ready, retry, park, attach, detach } = servers;
  const { search, include, isForModels } = offers;

  return {
    get catalogue() {
      return servers.catalogue;
    },
    get servers() {
      return servers.views;
    },
    ready,
    watch: context.events.watch,
    retry,
    park,
    search,
    include,
    isForModels,
    attach,
    detach,
    client: (name, clientOptions) => clientOf(servers, name, clientOptions),
    offer(prompt, options) {
      const made = offers.next(prompt, options);
      lastOffer = made;
      const { offered, everything } = made.tokens;
      context.telemetry.count("tokens_offered", offered);
      context.telemetry.count("tokens_saved", Math.max(0, everything - offered));
      for (const { tool, isOffered } of made.verdicts) if (isOffered) servers.get(tool.server)?.receipt.to("offered");
      return made;
    },
    get lastOffer() {
      return lastOffer;
    },
    seen(names) {
      for (const name of names) servers.ofTool(name)?.server.receipt.to("seen");
    },
    call,
    async skills(name, clientOptions) {
      const [{ skillsOf }, found] = await Promise.all([import("./skills.ts"), clientOf(servers, name, clientOptions)]);
      return await skillsOf(found);
    },
    async restart(name) {
      await servers.get(name)?.server.restart();
    },
    signIn: (name, signInOptions) => signInTo(servers.get(name), name, signInOptions),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function clientOf(
  servers: HubServers,
  name: string,
  { signal = new AbortController().signal }: Parameters<Hub["client"]>[1] = {},
): ReturnType<Hub["client"]> {
  const entry = servers.get(name);
  if (!entry) throw new ServerError("unknown", `No server named ${name}`);
  return (await entry.server.connection(signal)).client;
}

async function signInTo(
  entry: HubServer | undefined,
  name: string,
  { ifNeeded = false, ...options }: Parameters<Hub["signIn"]>[1] = {},
): Promise<boolean> {
  const signIn = await entry?.signIn.signIn();
  if (!entry || !signIn) throw noSignIn(name);
  await entry.admission.admitted();
  if (ifNeeded && isConnected(entry.receipt.current.state) && !(await signIn.isMoreWanted())) return false;
  await signIn.signIn(options);
  await entry.server.restart();
  await entry.server.connection(options.signal ?? new AbortController().signal);
  return true;
}
