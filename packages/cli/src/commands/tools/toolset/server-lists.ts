/**
 * Everything that one server has, for people and as JSON.
 */

import type { Hub } from "@tenon/hub";

import { phrase, t } from "../../../messages/t.ts";
import { printableLine } from "../../../terminal/printable.ts";

export interface Listed {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

export interface ServerLists {
  readonly tools: readonly Listed[];
  /** By URI or template. */
  readonly resources: readonly Listed[];
  readonly prompts: readonly Listed[];
  readonly skills: readonly Listed[];
}

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

const SKILLS = "io.modelcontextprotocol/skills";

/** What a server does not have counts as empty. */
export async function listServer(hub: Hub, server: string, options: RequestOptions): Promise<ServerLists> {
  const client = await hub.client(server, options);
  const has = client.getServerCapabilities() ?? {};
  const resources = has.resources ? (await client.listResources({}, options)).resources : [];
  const templates = has.resources ? (await client.listResourceTemplates({}, options)).resourceTemplates : [];
  const prompts = has.prompts ? (await client.listPrompts({}, options)).prompts : [];
  const skills = has.extensions?.[SKILLS] ? await (await hub.skills(server, options)).list(options) : [];
  return {
    tools: hub.catalogue.tools.map(({ tool, title, description, inputSchema }) => ({
      name: tool,
      title,
      description,
      inputSchema,
    })),
    resources: [
      ...resources.map(({ uri, name, title = name, description }) => ({ name: uri, title, description })),
      ...templates.map(({ uriTemplate, name, title = name, description }) => ({
        name: uriTemplate,
        title,
        description,
      })),
    ],
    prompts: prompts.map(({ name, title, description, arguments: args = [] }) => ({
      name,
      title,
      description,
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(args.map((one) => [one.name, { type: "string", description: one.description }])),
        required: args.filter((one) => one.required).map((one) => one.name),
      },
    })),
    skills: skills.map(({ name, description }) => ({ name, description })),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  tools: phrase("tools"),
  resources: phrase("resources"),
  prompts: phrase("prompts"),
  skills: phrase("skills"),
};

export function listsText(lists: ServerLists): string {
  return Object.entries(lists)
    .filter(([, items]) => items.length > 0)
    .map(([kind, items]: [string, readonly Listed[]]) => `${t(KINDS[kind] ?? kind)}\n${items.map(line).join("")}`)
    .join("");
}

function line({ name, description = "" }: Listed): string {
  const about = printableLine(description.split("\n")[0] ?? "");
  return `  ${printableLine(name)}${about === "" ? "" : `  ${about}`}\n`;
}
