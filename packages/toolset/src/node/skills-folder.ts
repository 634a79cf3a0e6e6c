/**
 * Skills from a folder: `skills: skillsFolder("./skills")`.
 */

import { fileURLToPath } from "node:url";

import { nodeSkillFiles } from "@modelcontextprotocol/server/ext/skills/node";

/** A folder of skill folders, each with a `SKILL.md`. A URL is taken too: `new URL("./skills", import.meta.url)`. */
export function skillsFolder(folder: string | URL): ReturnType<typeof nodeSkillFiles> {
  return nodeSkillFiles(typeof folder === "string" ? folder : fileURLToPath(folder));
}
