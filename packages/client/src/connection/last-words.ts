/**
 * What an agent said before it left, for whoever has to find out why: the end of its stderr, and the end of what it
 * wrote to stdout that was no message. Many agents print their errors there.
 */

import type { Child, ChildExit } from "@tenon/process";

import { AgentError } from "../agent-error.ts";

const KEPT_CHARACTERS = 8_192;
const SHOWN_LINES = 20;

export interface NoiseTail {
  add(line: string): void;
  text(): string;
}

export function keepNoise(): NoiseTail {
  let tail = "";
  return {
    add(line) {
      tail += `${line.slice(-KEPT_CHARACTERS)}\n`;
      // Not at every line: a million short ones would copy it a million times.
      if (tail.length > 4 * KEPT_CHARACTERS) tail = tail.slice(-KEPT_CHARACTERS);
    },
    text: () => tail.slice(-KEPT_CHARACTERS),
  };
}

export function exitedError(child: Pick<Child, "command" | "lastWords">, exit: ChildExit, noise: string): AgentError {
  const { command } = child;
  const stderr = child.lastWords();
  const how = exit.signal ? `was ended by ${exit.signal}` : `exited with code ${exit.code}`;
  const said = [shown("stderr", stderr), shown("stdout", noise)].filter((part) => part !== "").join("\n");
  const message = `The agent "${command}" ${how}. ${said || "It wrote nothing to stderr."}`;
  return new AgentError("AGENT_EXITED", message, { command, exit, stderr, noise });
}

/** What it has said so far, while it still runs. */
export function wordsSoFar(child: Pick<Child, "lastWords">, noise: string): string {
  const said = [shown("stderr", child.lastWords()), shown("stdout", noise)].filter((part) => part !== "").join("\n");
  return said || "It wrote nothing at all.";
}

function shown(name: string, text: string): string {
  const lines = text.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");
  return lines === "" ? "" : `The end of its ${name}:\n${lines}`;
}
