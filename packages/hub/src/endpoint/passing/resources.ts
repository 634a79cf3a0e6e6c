/**
 * The resources of all servers as one list, under their own addresses.
 */

import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
  UriTemplate,
} from "@modelcontextprotocol/server";

import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import type { Hub } from "../../hub-types.ts";
import { methodCall, permitted, type PermitSetup } from "../permitted.ts";
import { askServers, READ_MS, serversWith } from "../../connected-servers.ts";

export interface PassedResources {
  list(hub: Hub, signal: AbortSignal): Promise<ListResourcesResult>;
  listTemplates(hub: Hub, signal: AbortSignal): Promise<ListResourceTemplatesResult>;
  /** Reading is a call of the server as far as the permit is concerned. Rejects with its reason. */
  read(hub: Hub, uri: string, options: PermitSetup & { readonly signal: AbortSignal }): Promise<ReadResourceResult>;
  /** The server of a resource or of a template, as far as lists and links show. */
  ownerOf(hub: Hub, uri: string, signal: AbortSignal): Promise<string | undefined>;
  /** Blocks of a server's result may link to resources that it does not list. */
  linked(blocks: unknown, server: string): void;
}

export function createPassedResources(): PassedResources {
  const owners = createOwners();

  async function list(hub: Hub, signal: AbortSignal): Promise<ListResourcesResult> {
    const answers = await askServers(hub, serversWith(hub, "resources"), {
      signal,
      ask: async (client, signal) => (await client.listResources(undefined, { signal })).resources,
    });
    const claim = owners.relist("resources");
    return { resources: answers.flatMap(({ server, answer }) => answer.filter(({ uri }) => claim(uri, server))) };
  }

  async function listTemplates(hub: Hub, signal: AbortSignal): Promise<ListResourceTemplatesResult> {
    const answers = await askServers(hub, serversWith(hub, "resources"), {
      signal,
      // Many servers have no templates and do not know the question.
      ask: async (client, signal) => (await client.listResourceTemplates(undefined, { signal })).resourceTemplates,
    });
    const claim = owners.relist("templates");
    const templates = answers.flatMap(({ server, answer }) =>
      answer.filter(({ uriTemplate }) => claim(uriTemplate, server)),
    );
    return { resourceTemplates: templates };
  }

  async function ownerOf(hub: Hub, uri: string, signal: AbortSignal): Promise<string | undefined> {
    if (owners.of(uri) === undefined) await Promise.all([list(hub, signal), listTemplates(hub, signal)]);
    return owners.of(uri);
  }

  return {
    list,
    listTemplates,
    ownerOf,
    linked: owners.link,
    async read(hub, uri, { signal, ...setup }) {
      const owner = await ownerOf(hub, uri, signal);
      const servers = owner === undefined ? owners.likeliestFirst(uri, serversWith(hub, "resources")) : [owner];
      // One question, about the likeliest: a person must not be asked for each server, nor after a "no".
      if (setup.permit) servers.splice(1);
      for (const [at, server] of servers.entries()) {
        const call = methodCall("resources/read", { server, title: uri, args: { uri }, signal });
        try {
          return await permitted(call, setup, async () => {
            const client = await hub.client(server, { signal });
            return { value: await client.readResource({ uri }, { signal, timeout: READ_MS }) };
          });
        } catch (error) {
          if (signal.aborted || at === servers.length - 1) throw error;
        }
      }
      throw new ResourceNotFoundError(uri);
    },
  };
}

// Each result may have many.
const MAX_LINKS = 1_000;

/** Which server an address or a template belongs to: the first that lists it. */
function createOwners() {
  const lists = { resources: new Map<string, string>(), templates: new Map<string, string>() };
  /** Those that are in no list, the latest last. */
  const links = new Map<string, string>();

  return {
    /** Forgets one list. The returned function takes its entries, and is false for one that another server has. */
    relist(name: keyof typeof lists): (uri: string, server: string) => boolean {
      const list = lists[name];
      list.clear();
      return (uri, server) => {
        const owner = list.get(uri) ?? server;
        list.set(uri, owner);
        return owner === server;
      };
    },
    of(uri: string): string | undefined {
      const { resources, templates } = lists;
      const known = resources.get(uri) ?? templates.get(uri) ?? links.get(uri);
      return known ?? [...templates].find(([template]) => matches(template, uri))?.[1];
    },
    link(blocks: unknown, server: string): void {
      for (const block of itemsOf(blocks)) {
        const { type, uri, resource } = objectOf(block);
        const address = stringOf(type === "resource" ? objectOf(resource)["uri"] : uri);
        if (address === undefined) continue;
        links.delete(address);
        links.set(address, server);
        const [oldest] = links.keys();
        if (links.size > MAX_LINKS && oldest !== undefined) links.delete(oldest);
      }
    },
    /** A server may read what it does not list: those that list something of the kind come first. */
    likeliestFirst(uri: string, servers: readonly string[]): string[] {
      const scheme = `${uri.split(":", 1)[0]}:`;
      const listed = [...lists.resources, ...lists.templates];
      const ofKind = new Set(listed.flatMap(([each, server]) => (each.startsWith(scheme) ? server : [])));
      return servers.toSorted((a, b) => Number(ofKind.has(b)) - Number(ofKind.has(a)));
    },
  };
}

function matches(template: string, uri: string): boolean {
  try {
    return new UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}
