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

import type { Hub } from "../../hub-types.ts";
import { methodCall, permitted, type PermitSetup } from "../calls/permitted.ts";
import { askServers, READ_MS, serversWith } from "./connected-servers.ts";

export interface PassedResources {
  list(hub: Hub, signal: AbortSignal): Promise<ListResourcesResult>;
  listTemplates(hub: Hub, signal: AbortSignal): Promise<ListResourceTemplatesResult>;
  /** Reading is a call of the server as far as the permit is concerned. Rejects with its reason. */
  read(hub: Hub, uri: string, options: PermitSetup & { readonly signal: AbortSignal }): Promise<ReadResourceResult>;
  /** The server of a resource or of a template, as far as lists tell. */
  ownerOf(hub: Hub, uri: string, signal: AbortSignal): Promise<string | undefined>;
}

export function createPassedResources(): PassedResources {
  /** Whose an address is: the first server that lists it. */
  const owners = new Map<string, string>();
  const templates = new Map<string, string>();

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
    const known = () => owners.get(uri) ?? templates.get(uri) ?? byTemplate();
    if (known() === undefined) await Promise.all([list(hub, signal), listTemplates(hub, signal)]);
    return known();
  }

  return {
    list,
    listTemplates,
    ownerOf,
    async read(hub, uri, { signal, ...setup }) {
      const owner = await ownerOf(hub, uri, signal);
      // A server may read what it does not list; with several there is no telling which.
      const servers = owner === undefined ? serversWith(hub, "resources") : [owner];
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
