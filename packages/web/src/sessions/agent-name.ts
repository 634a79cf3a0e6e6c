/**
 * An agent as it is called in a list. One that was given as a command is called after its program: the whole command line
 * is for a tooltip.
 */

import { splitShellWords } from "@tenon/basis";

import { folderName } from "./arrange-sessions.ts";

const MAX_LENGTH = 24;

export function agentName(agent: string): string {
  if (agent.length <= MAX_LENGTH && !/[/\\]/u.test(agent)) return agent;
  const words = splitShellWords(agent).words;
  const program = words.find((word) => !isBeside(word)) ?? words[0] ?? agent;
  return folderName(program);
}

/** What only starts the program, and what is said to that. */
function isBeside(word: string): boolean {
  return /^(?:-|\w+=)|^(?:\S*[/\\])?(?:node|npx|npm|bun|bunx|deno|tsx|python[\d.]*|uv|uvx|pipx|sh|bash|env|exec|run)(?:\.exe)?$/u.test(
    word,
  );
}
