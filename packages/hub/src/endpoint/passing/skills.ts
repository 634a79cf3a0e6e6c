/**
 * The skills of all servers (SEP-2640): as methods for agents that know the extension, as two tools for all others.
 */

import type { Client } from "@modelcontextprotocol/client";
import { ProtocolError, ProtocolErrorCode, type StandardSchemaV1 } from "@modelcontextprotocol/server";
import { isObject, type JsonObject, objectOf, readArray, stringOf } from "@tenon/basis";

import type { Hub } from "../../hub-types.ts";
import { isConnected } from "../../server/receipt.ts";
import type { FunctionTool } from "../../server-spec.ts";
import { methodCall, permitted, type PermitSetup } from "../calls/permitted.ts";
import { askServers, LIST_MS } from "./connected-servers.ts";

export const SKILLS = "io.modelcontextprotocol/skills";

/** In 2026-07-28 every such result says how long it holds. */
const UNCACHED = { ttlMs: 0, cacheScope: "private" } as const;

/** Takes anything: what is passed on is checked at its ends. */
export const ANY_PARAMS: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": { version: 1, vendor: "tenon", validate: (value) => ({ value: objectOf(value) }) },
};

/** The connected servers that have the extension. */
export function serversWithSkills(hub: Hub): readonly string[] {
  return hub.servers.flatMap(({ spec, receipt, info }) => {
    const isThere = isConnected(receipt.state) && SKILLS in objectOf(info?.capabilities["extensions"]);
    return isThere ? [spec.name] : [];
  });
}

/** `skills/list`, with the entries of all servers as they are; of two at one address the first. */
export async function listSkills(hub: Hub | undefined, signal: AbortSignal): Promise<Record<string, unknown>> {
  if (!hub) return { ...UNCACHED, skills: [] };
  const answers = await askServers(hub, serversWithSkills(hub), { signal, ask: allSkills });
  const byUri = new Map<unknown, JsonObject>();
  for (const { answer } of answers) {
    for (const skill of answer) if (!byUri.has(skill["uri"])) byUri.set(skill["uri"], skill);
  }
  return { ...UNCACHED, skills: [...byUri.values()] };
}

/** `skills/get`, from the first server that has it and may be asked. */
export async function getSkill(
  hub: Hub,
  params: JsonObject,
  { signal, ...setup }: PermitSetup & { readonly signal: AbortSignal },
): Promise<Record<string, unknown>> {
  const title = String(params["uri"]);
  for (const server of serversWithSkills(hub)) {
    const asked = permitted(methodCall("skills/get", { server, title, args: params, signal }), setup, async () => {
      const client = await hub.client(server, { signal });
      const request = { method: "skills/get", params: { ...params } };
      return { value: await client.request(request, ANY_PARAMS, { signal, timeout: LIST_MS }) };
    });
    const found = await asked.catch(() => undefined);
    signal.throwIfAborted();
    if (found) return { ...UNCACHED, ...found };
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${title}`);
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

/** What agents that do not know the extension call instead. */
export function skillFunctions(hub: () => Hub | undefined): readonly FunctionTool[] {
  return [
    {
      name: "list_skills",
      description: "Lists the skills of the MCP servers: instructions for a kind of task. Read one with read_skill.",
      inputSchema: { type: "object", properties: {} },
      annotations: { readOnlyHint: true },
      async run(_args, { signal }) {
        const lines = await eachServer(hub(), async (open, server) => {
          const skills = await open.skills(server, { signal });
          const entries = await skills.list({ signal, timeout: LIST_MS });
          return entries.map(({ name, description = "", files = [] }) => {
            const more = files.length > 1 ? ` (files: ${files.slice(1).join(", ")})` : "";
            return `${name} (${server}): ${description}${more}`;
          });
        });
        return lines.length > 0 ? lines.flat().join("\n") : "No server has skills.";
      },
    },
    {
      name: "read_skill",
      description: "Reads the instructions of a skill, or another file of it, before a task that it is for.",
      inputSchema: {
        type: "object",
        properties: {
          skill: { type: "string", description: "The skill, by its name or address." },
          file: { type: "string", description: "A file of it; by default its instructions." },
        },
        required: ["skill"],
      },
      annotations: { readOnlyHint: true },
      async run({ skill, file }, { signal }) {
        const wanted = stringOf(skill) ?? "";
        const failures: unknown[] = [];
        const [found] = await eachServer(
          hub(),
          async (open, server) => {
            const skills = await open.skills(server, { signal });
            return await skills.read(wanted, stringOf(file), { signal, timeout: LIST_MS });
          },
          failures,
        );
        if (!found) throw failures[0] ?? new Error(`There is no skill called ${wanted}`);
        return found.text ?? `(${found.mimeType ?? "Binary data"}, ${found.bytes.length} bytes)`;
      },
    },
  ];
}

/** What the servers with skills answer, in their order; one that fails costs only its own. */
async function eachServer<T>(
  hub: Hub | undefined,
  ask: (hub: Hub, server: string) => Promise<T>,
  failures: unknown[] = [],
): Promise<readonly T[]> {
  if (!hub) return [];
  const answers = await Promise.allSettled(serversWithSkills(hub).map((server) => ask(hub, server)));
  return answers.flatMap((answer) => {
    if (answer.status === "fulfilled") return [answer.value];
    failures.push(answer.reason);
    return [];
  });
}
