/**
 * The agent's process, the end of its output for error messages, and its end, which comes once.
 */

import type { Child, ChildExit, ChildOptions } from "@tenon/process";

import { AgentError } from "../agent-error.ts";
import { type AgentProgram, startAgent } from "../launch/agent-program.ts";

export interface RunningAgent {
  readonly child: Child;
  /** Keeps a line of stdout that was no message. */
  addNoise(line: string): void;
  readonly noise: string;
  /** What it wrote so far, for an error message. */
  outputSoFar(): string;
  /** Ends the agent. Resolves when it is gone: with the first cause given, else with its exit and last words. */
  end(cause?: AgentError): Promise<AgentError>;
}

export async function runAgent(program: AgentProgram, options: ChildOptions): Promise<RunningAgent> {
  const child = await startAgent(program, options);
  const noise = keepNoise();
  let ending: Promise<AgentError> | undefined;
  return {
    child,
    addNoise: noise.add,
    get noise() {
      return noise.text();
    },
    outputSoFar: () => lastOutput(child, noise.text()) || "It wrote no output.",
    end(cause) {
      return (ending ??= leave(cause));
    },
  };

  async function leave(cause: AgentError | undefined): Promise<AgentError> {
    void child.close();
    const exit = await Promise.race([child.exited, child.closed]);
    return cause ?? exitedError(child, exit, noise.text());
  }
}

const KEPT_CHARACTERS = 8_192;
const SHOWN_LINES = 20;

/** The end of what it wrote to stdout that was no message: many agents print their errors there. */
function keepNoise() {
  let tail = "";
  return {
    add(line: string): void {
      tail += `${line.slice(-KEPT_CHARACTERS)}\n`;
      // Not at every line: a million short ones would copy it a million times.
      if (tail.length > 4 * KEPT_CHARACTERS) tail = tail.slice(-KEPT_CHARACTERS);
    },
    text: () => tail.slice(-KEPT_CHARACTERS),
  };
}

const NOTHING_WRITTEN = "It wrote nothing to stderr. Run its command in a terminal to see why.";

function exitedError(child: Child, exit: ChildExit, noise: string): AgentError {
  const { command } = child;
  const how = exit.signal ? `was ended by ${exit.signal}` : `exited with code ${exit.code}`;
  const message = `The agent "${command}" ${how}. ${lastOutput(child, noise) || NOTHING_WRITTEN}`;
  return new AgentError("agent_exited", message, { command, exit, stderr: child.lastWords(), noise });
}

function lastOutput(child: Child, noise: string): string {
  return [shown("stderr", child.lastWords()), shown("stdout", noise)].filter((part) => part !== "").join("\n");
}

function shown(name: string, text: string): string {
  const lines = text.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");
  return lines === "" ? "" : `The end of its ${name}:\n${lines}`;
}
