/**
 * The skills of all servers (SEP-2640), as methods for agents that know the extension.
 */

import type { Client } from "@modelcontextprotocol/client";
import { ProtocolError, ProtocolErrorCode, type StandardSchemaV1 } from "@modelcontextprotocol/server";
import { isObject, type JsonObject, objectOf, readArray, stringOf } from "@tenon/basis";

import type { Hub } from "../../hub-types.ts";
import type { EndpointCall } from "../endpoint-types.ts";
import { isConnected } from "../../server/receipt.ts";
import { isPermitted, methodCall, permitted, type PermitSetup } from "../permitted.ts";
import { askServers, LIST_MS } from "../../connected-servers.ts";

export const SKILLS = "io.modelcontextprotocol/skills";

/** A request that a permit decides about, until its signal aborts. */
export type Asking = PermitSetup & { readonly signal: AbortSignal };

/** In 2026-07-28 every such result says how long it holds. */
const UNCACHED = { ttlMs: 0, cacheScope: "private" } as const;

/** Takes anything: what is passed on is checked at its ends. */
export const ANY_PARAMS: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": { version: 1, vendor: "tenon", validate: (value) => ({ value: objectOf(value) }) },
};

/** The connected servers that have the extension, or this part of it. */
export function serversWithSkills(hub: Hub, part?: "directoryRead"): readonly string[] {
  return hub.servers.flatMap(({ spec, receipt, info }) => {
    const skills = objectOf(info?.capabilities["extensions"])[SKILLS];
    const isThere = skills !== undefined && (part === undefined || objectOf(skills)[part] === true);
    return isThere && isConnected(receipt.state) ? [spec.name] : [];
  });
}

/** Those of them whose skills may be listed. */
export async function permittedSkillServers(
  hub: Hub,
  { permit, signal }: Omit<Asking, "emit">,
): Promise<readonly string[]> {
  const asked = serversWithSkills(hub).map(async (server) => {
    const call = methodCall("skills/list", { server, title: "skills", args: {}, signal });
    return (await isPermitted(call, permit)) ? [server] : [];
  });
  return (await Promise.all(asked)).flat();
}

/** `skills/list`, with the entries of all servers as they are; of two at one address the first. */
export async function listSkills(
  hub: Hub | undefined,
  { permit, signal }: Omit<Asking, "emit">,
): Promise<Record<string, unknown>> {
  if (!hub) return { ...UNCACHED, skills: [] };
  const servers = await permittedSkillServers(hub, { permit, signal });
  const answers = await askServers(hub, servers, { signal, ask: allSkills });
  const byUri = new Map<unknown, JsonObject>();
  for (const { answer } of answers) {
    for (const skill of answer) if (!byUri.has(skill["uri"])) byUri.set(skill["uri"], skill);
  }
  return { ...UNCACHED, skills: [...byUri.values()] };
}

/** `skills/get`, from the first server that has it and may be asked. */
export async function getSkill(hub: Hub, params: JsonObject, asking: Asking): Promise<Record<string, unknown>> {
  const { signal, ...setup } = asking;
  const title = String(params["uri"]);
  for (const server of serversWithSkills(hub)) {
    const call = methodCall("skills/get", { server, title, args: params, signal });
    const asked = permitted(call, setup, async () => ({ value: await ask(hub, call, asking) }));
    const found = await foundIn(asked, signal);
    if (found) return found;
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${title}`);
}

/** `resources/directory/read`, from the first server that has the folder and may be asked. */
export async function readDirectory(
  hub: Hub,
  params: JsonObject,
  asking: Omit<Asking, "emit">,
): Promise<Record<string, unknown>> {
  const { permit, signal } = asking;
  const title = String(params["uri"]);
  for (const server of serversWithSkills(hub, "directoryRead")) {
    const call = methodCall("resources/directory/read", { server, title, args: params, signal });
    const found = (await isPermitted(call, permit)) ? await foundIn(ask(hub, call, asking), signal) : undefined;
    if (found) return found;
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${title} is not a directory resource`);
}

/** Passes the request on to its server as it came. */
async function ask(
  hub: Hub,
  { server, tool: method, args }: EndpointCall,
  { signal }: Pick<Asking, "signal">,
): Promise<JsonObject> {
  const client = await hub.client(server, { signal });
  return await client.request({ method, params: { ...args } }, ANY_PARAMS, { signal, timeout: LIST_MS });
}

/** Undefined if the server does not have it. */
async function foundIn(asked: Promise<JsonObject>, signal: AbortSignal): Promise<Record<string, unknown> | undefined> {
  const found = await asked.catch(() => undefined);
  signal.throwIfAborted();
  return found && { ...UNCACHED, ...found };
}

// A server whose pages do not end has as many skills as this.
const MAX_PAGES = 50;

async function allSkills(client: Client, signal: AbortSignal): Promise<readonly JsonObject[]> {
  const skills: JsonObject[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const request = { method: "skills/list", params: cursor === undefined ? {} : { cursor } };
    const answer = await client.request(request, ANY_PARAMS, { signal, timeout: LIST_MS });
    skills.push(...readArray(answer["skills"], (skill) => (isObject(skill) ? skill : undefined)));
    cursor = stringOf(answer["nextCursor"]);
    if (cursor === undefined) break;
  }
  return skills;
}
