/**
 * The short name of an agent. One that is a command line is named after its program.
 */

import { splitShellWords } from "@tenon/basis";

import type { SessionView } from "../wire/session-view.ts";
import { folderName } from "./arrange-sessions.ts";

const MAX_LENGTH = 24;

/** What people call the agent of a session. */
export function agentNameOf({ agent, agentTitle }: Pick<SessionView, "agent" | "agentTitle">): string {
  return agentTitle ?? agentName(agent);
}

/** Of an agent in a list: its title, unless it is a command line. */
export function agentTitle({ name, title }: { readonly name: string; readonly title: string }): string {
  return agentName(name) === name ? title : agentName(name);
}

export function agentName(agent: string): string {
  if (agent.length <= MAX_LENGTH && !/[/\\]/u.test(agent)) return agent;
  const words = splitShellWords(agent).words;
  const program = words.find((word) => !isRunner(word)) ?? words[0] ?? agent;
  return folderName(program);
}

/** Runners, options and variables before the program. */
export function isRunner(word: string): boolean {
  return /^(?:-|\w+=)|^(?:\S*[/\\])?(?:node|npx|npm|bun|bunx|deno|tsx|python[\d.]*|uv|uvx|pipx|sh|bash|env|exec|run)(?:\.exe)?$/u.test(
    word,
  );
}
