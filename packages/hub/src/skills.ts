/**
 * The skills of a server (SEP-2640): instructions that a model reads when it needs them.
 *
 * Nothing is read before it is asked for, and every file is held against the server's own entry by the SDK: what has another
 * size, digest or frontmatter is refused.
 */

import type { Client } from "@modelcontextprotocol/client";

export interface SkillEntry {
  readonly uri: string;
  readonly name: string;
  readonly description: string | undefined;
  /** The files that can be read, as they are named in `uri`s; undefined if the server makes them up as they are asked for. */
  readonly files: readonly string[] | undefined;
}

export interface SkillFile {
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly text: string | undefined;
  readonly bytes: Uint8Array;
}

export interface ServerSkills {
  list(options: SkillRequest): Promise<readonly SkillEntry[]>;
  /** A file of a skill, which is named or given by its address; its instructions, if none is named. */
  read(skill: string, file: string | undefined, options: SkillRequest): Promise<SkillFile>;
}

interface SkillRequest {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

export async function skillsOf(client: Client): Promise<ServerSkills> {
  // Loaded with the first server that has some.
  const { SkillsClient } = await import("@modelcontextprotocol/client/ext/skills");
  // One entry that is not sound costs only itself.
  const skills = new SkillsClient(client, { skipInvalid: true });
  return {
    async list(options) {
      const { skills: entries } = await skills.list(undefined, options);
      return entries.map(({ uri, frontmatter, resources }) => ({
        uri,
        name: frontmatter.name,
        description: frontmatter.description,
        files: Array.isArray(resources) ? resources.map((file) => file.uri) : undefined,
      }));
    },
    async read(name, file, options) {
      const { skills: entries } = await skills.list(undefined, options);
      const entry = entries.find(({ uri, frontmatter }) => uri === name || frontmatter.name === name);
      if (!entry) {
        const names = entries.map(({ frontmatter }) => frontmatter.name).join(", ") || "none";
        throw new Error(`No skill named ${name}. Available: ${names}`);
      }
      // A skill whose instructions are not as announced is not used at all.
      if (file !== undefined) await skills.read(entry, undefined, options);
      const { uri, mimeType, text, bytes } = await skills.read(entry, file, options);
      return { uri, mimeType, text, bytes };
    },
  };
}
