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
import { methodCall, permitted, type PermitSetup } from "../calls/permitted.ts";
import { askServers, READ_MS, serversWith } from "./connected-servers.ts";

export interface PassedResources {
  list(hub: Hub, signal: AbortSignal): Promise<ListResourcesResult>;
  listTemplates(hub: Hub, signal: AbortSignal): Promise<ListResourceTemplatesResult>;
  /** Reading is a call of the server as far as the permit is concerned. Rejects with its reason. */
  read(hub: Hub, uri: string, options: PermitSetup & { readonly signal: AbortSignal }): Promise<ReadResourceResult>;
  /** The server of a resource or of a template, as far as lists and links tell. */
  ownerOf(hub: Hub, uri: string, signal: AbortSignal): Promise<string | undefined>;
  /** Blocks of a server's result may link to resources that it does not list. */
  linked(blocks: unknown, server: string): void;
}

// Each result may have many.
const MOST_LINKS = 1_000;

export function createPassedResources(): PassedResources {
  /** Whose an address is: the first server that lists it. */
  const owners = new Map<string, string>();
  const templates = new Map<string, string>();
  /** Those that are in no list, the latest last. */
  const links = new Map<string, string>();

  async function list(hub: Hub, signal: AbortSignal): Promise<ListResourcesResult> {
    const answers = await askServers(hub, serversWith(hub, "resources"), {
      signal,
      ask: async (client, signal) => (await client.listResources(undefined, { signal })).resources,
    });
    owners.clear();
    return {
      resources: answers.flatMap(({ server, answer }) => answer.filter(({ uri }) => claim(owners, uri, server))),
    };
  }

  async function listTemplates(hub: Hub, signal: AbortSignal): Promise<ListResourceTemplatesResult> {
    const answers = await askServers(hub, serversWith(hub, "resources"), {
      signal,
      // Many servers have no templates and do not know the question.
      ask: async (client, signal) => (await client.listResourceTemplates(undefined, { signal })).resourceTemplates,
    });
    templates.clear();
    return {
      resourceTemplates: answers.flatMap(({ server, answer }) =>
        answer.filter(({ uriTemplate }) => claim(templates, uriTemplate, server)),
      ),
    };
  }

  async function ownerOf(hub: Hub, uri: string, signal: AbortSignal): Promise<string | undefined> {
    const byTemplate = () => [...templates].find(([template]) => matches(template, uri))?.[1];
    const known = () => owners.get(uri) ?? templates.get(uri) ?? links.get(uri) ?? byTemplate();
    if (known() === undefined) await Promise.all([list(hub, signal), listTemplates(hub, signal)]);
    return known();
  }

  /** A server may read what it does not list: those that list something of the kind come first. */
  function candidates(hub: Hub, uri: string): string[] {
    const scheme = `${uri.split(":", 1)[0]}:`;
    const ofKind = new Set(
      [...owners, ...templates].flatMap(([each, server]) => (each.startsWith(scheme) ? server : [])),
    );
    const servers = serversWith(hub, "resources");
    return [...servers.filter((server) => ofKind.has(server)), ...servers.filter((server) => !ofKind.has(server))];
  }

  return {
    list,
    listTemplates,
    ownerOf,
    linked(blocks, server) {
      for (const block of itemsOf(blocks)) {
        const { type, uri, resource } = objectOf(block);
        const address = stringOf(type === "resource" ? objectOf(resource)["uri"] : uri);
        if (address === undefined) continue;
        links.delete(address);
        links.set(address, server);
        const [oldest] = links.keys();
        if (links.size > MOST_LINKS && oldest !== undefined) links.delete(oldest);
      }
    },
    async read(hub, uri, { signal, ...setup }) {
      const owner = await ownerOf(hub, uri, signal);
      const servers = owner === undefined ? candidates(hub, uri) : [owner];
      // One question, about the likeliest: a person must not be asked for each server, nor after a "no".
      if (setup.permit) servers.splice(1);
      for (const [at, server] of servers.entries()) {
        try {
          return await permitted(
            methodCall("resources/read", { server, title: uri, args: { uri }, signal }),
            setup,
            async () => {
              const client = await hub.client(server, { signal });
              return { value: await client.readResource({ uri }, { signal, timeout: READ_MS }) };
            },
          );
        } catch (error) {
          if (signal.aborted || at === servers.length - 1) throw error;
        }
      }
      throw new ResourceNotFoundError(uri);
    },
  };
}

/** False if another server has it. */
function claim(owners: Map<string, string>, uri: string, server: string): boolean {
  const owner = owners.get(uri) ?? server;
  owners.set(uri, owner);
  return owner === server;
}

function matches(template: string, uri: string): boolean {
  try {
    return new UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}
