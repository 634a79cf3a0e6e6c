/**
 * Skills from a folder: `skills: skillsFolder("./skills")`.
 */

import { fileURLToPath } from "node:url";

import type { SkillFiles } from "@modelcontextprotocol/server/ext/skills";

/** A folder of skill folders, each with a `SKILL.md`. A URL is taken too: `new URL("./skills", import.meta.url)`. */
export function skillsFolder(folder: string | URL): SkillFiles {
  const root = typeof folder === "string" ? folder : fileURLToPath(folder);
  // Loaded when they are first read: most servers have none.
  const files = async () => (await import("@modelcontextprotocol/server/ext/skills/node")).nodeSkillFiles(root);
  return {
    list: async (path) => await (await files()).list(path),
    read: async (path) => await (await files()).read(path),
  };
}
