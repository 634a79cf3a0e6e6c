/**
 * The resources of a session's servers: listed, read, and found by their address.
 *
 * A server is only asked for what it says it has, and one that fails to answer costs only its own resources [O-07].
 */

import type { Hub } from "@tenon/hub";
import { hasHiddenCharacters } from "@tenon/policy";

import { serversWith } from "./servers-with.ts";

// A listing or a page that takes longer holds up a person.
const TIMEOUT_MS = 30_000;

type Client = Awaited<ReturnType<Hub["client"]>>;
export type Resource = Awaited<ReturnType<Client["listResources"]>>["resources"][number];
export type ResourceTemplate = Awaited<ReturnType<Client["listResourceTemplates"]>>["resourceTemplates"][number];
export type ResourceContents = Awaited<ReturnType<Client["readResource"]>>["contents"][number];

export interface ServerResources {
  /** The connected servers that have some, in their order. */
  readonly servers: readonly string[];
  list(
    server: string,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly resources: readonly Resource[]; readonly templates: readonly ResourceTemplate[] }>;
  read(server: string, uri: string, options: { readonly signal: AbortSignal }): Promise<readonly ResourceContents[]>;
  /** Whose resource this is; undefined if no server lists it. Never rejects but with the signal's reason. */
  ownerOf(uri: string, options: { readonly signal: AbortSignal }): Promise<string | undefined>;
  /** The server's list is another one now. */
  changed(server: string): void;
}

export function createServerResources(hub: Hub): ServerResources {
  /** The addresses that servers list, read once. */
  const known = new Map<string, Promise<ReadonlySet<string>>>();

  async function list(server: string, { signal }: { readonly signal: AbortSignal }) {
    const client = await hub.client(server, { signal });
    const options = { signal, timeout: TIMEOUT_MS };
    const { resources } = await client.listResources(undefined, options);
    // Many servers have no templates and do not know the question.
    const templates = await client.listResourceTemplates(undefined, options).catch(() => undefined);
    signal.throwIfAborted();
    // An address goes back to the server as it is, so it cannot be shown without what is hidden in it.
    return {
      resources: resources.filter(({ uri }) => !hasHiddenCharacters(uri)),
      templates: (templates?.resourceTemplates ?? []).filter(({ uriTemplate }) => !hasHiddenCharacters(uriTemplate)),
    };
  }

  function addressesOf(server: string): Promise<ReadonlySet<string>> {
    const reading =
      known.get(server) ??
      list(server, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
        ({ resources }) => new Set(resources.map(({ uri }) => uri)),
        () => {
          known.delete(server); // asked again when it matters
          return new Set<string>();
        },
      );
    known.set(server, reading);
    return reading;
  }

  return {
    get servers() {
      return serversWith(hub, "resources").map(({ spec }) => spec.name);
    },
    list,
    async read(server, uri, { signal }) {
      const client = await hub.client(server, { signal });
      return (await client.readResource({ uri }, { signal, timeout: TIMEOUT_MS })).contents;
    },
    async ownerOf(uri, { signal }) {
      for (const server of this.servers) {
        const addresses = await addressesOf(server);
        signal.throwIfAborted();
        if (addresses.has(uri)) return server;
      }
      return undefined;
    },
    changed: (server) => void known.delete(server),
  };
}
