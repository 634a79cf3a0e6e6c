/**
 * The servers' resources and skills, for `readingTools`. A skill is what a server says, not what the user says.
 */

import type { Hub, SkillEntry, SkillFile } from "@tenon/hub";
import { visibleLine } from "@tenon/policy";

import { serversWith } from "../lists/servers-with.ts";
import type { Resource, ResourceContents, ResourceTemplate, ServerResources } from "../lists/server-resources.ts";
import { defined } from "@tenon/basis";
import type { Readable } from "./reading-tools.ts";

const MAX_ADDRESS_LENGTH = 200;
const MAX_SKILL_LINE_LENGTH = 500;
const SKILL_TIMEOUT_MS = 30_000;

export function readableResources(resources: ServerResources): Readable {
  return {
    kind: "resources",
    servers: resources.servers,
    list: {
      name: "list_resources",
      description: "Lists the resources of an MCP server: files, records, pages. Read one with read_resource.",
      maxLines: 200,
      async lines(server, { signal }) {
        const list = await resources.list(server, { signal });
        return [
          ...list.resources.map((resource) => resourceLine(resource.uri, resource)),
          ...list.templates.map((template) => resourceLine(`${template.uriTemplate} (fill in the braces)`, template)),
        ];
      },
    },
    read: {
      name: "read_resource",
      description: "Reads a resource of an MCP server by its address.",
      properties: { uri: { type: "string", description: "The URI, as returned by list_resources." } },
      required: ["uri"],
      prepare(args) {
        const uri = args.nonEmptyText("uri");
        return {
          title: visibleLine(uri, MAX_ADDRESS_LENGTH),
          contents: (server, { signal }) => resources.read(server, uri, { signal }),
        };
      },
    },
  };
}

export function readableSkills(hub: Hub): Readable {
  return {
    kind: "skills",
    servers: serversWith(hub, "skills").map(({ spec }) => spec.name),
    list: {
      name: "list_skills",
      description: "Lists the skills of an MCP server: instructions for a kind of task. Read one with read_skill.",
      maxLines: 100,
      async lines(server, { signal }) {
        const skills = await hub.skills(server, { signal });
        return (await skills.list({ signal, timeout: SKILL_TIMEOUT_MS })).map(skillLine);
      },
    },
    read: {
      name: "read_skill",
      description: "Reads the instructions of a skill, or another file of it, before a task that it is for.",
      properties: {
        skill: { type: "string", description: "The skill, by its name or address." },
        file: { type: "string", description: "A file within the skill (default: its instructions)." },
      },
      required: ["skill"],
      prepare(args) {
        const skill = args.nonEmptyText("skill");
        const file = args.optionalText("file");
        return {
          title: `skill ${visibleLine([skill, file ?? ""].join(" ").trim(), MAX_SKILL_LINE_LENGTH)}`,
          async contents(server, { signal }) {
            const skills = await hub.skills(server, { signal });
            return [contentsOf(await skills.read(skill, file, { signal, timeout: SKILL_TIMEOUT_MS }))];
          },
        };
      },
    },
  };
}

function resourceLine(address: string, about: Resource | ResourceTemplate): string {
  const facts = [about.title ?? about.name, about.mimeType, about.description].filter(Boolean).join(", ");
  return `${address}: ${facts.replaceAll(/\s+/g, " ")}`;
}

function skillLine({ name, description = "", files = [] }: SkillEntry): string {
  const more = files.length > 1 ? ` (files: ${files.slice(1).join(", ")})` : "";
  return visibleLine(`${name}: ${description}${more}`, MAX_SKILL_LINE_LENGTH);
}

function contentsOf({ uri, mimeType, text, bytes }: SkillFile): ResourceContents {
  const about = { uri, ...defined({ mimeType }) };
  return text === undefined ? { ...about, blob: Buffer.from(bytes).toString("base64") } : { ...about, text };
}
