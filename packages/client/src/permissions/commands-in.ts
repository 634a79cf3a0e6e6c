/**
 * The commands that a tool's input shows. A text is a line for a shell; a list is a program and its arguments, and where
 * that program is a shell with a line to run, the line is what runs.
 */

import { isString, type JsonObject } from "@tenon/basis";
import type { CommandSubject } from "@tenon/policy";

const NAMES = ["command", "cmd", "script", "commands"];
const SHELL = /^(.*[/\\])?(ba|z|da|k)?sh(\.exe)?$/;
const RUN = /^-[a-z]*c$/;

export function commandsIn(input: JsonObject): {
  readonly acts: readonly CommandSubject[];
  /** The shells around them. */
  readonly mentions: readonly CommandSubject[];
} {
  const found = NAMES.flatMap((name) => read(name, input));
  return {
    acts: found.map((subject) => shellLine(subject) ?? subject),
    mentions: found.filter((subject) => shellLine(subject) !== undefined),
  };
}

function read(name: string, input: JsonObject): readonly CommandSubject[] {
  const value = input[name];
  if (isStrings(value)) return name === "commands" ? value.map(line) : [words(value)];
  if (typeof value !== "string" || value.trim() === "") return [];
  const { args } = input;
  return isStrings(args) ? [words([value, ...args])] : [line(value)];
}

function line(shell: string): CommandSubject {
  return { type: "command", shell };
}

function words([command = "", ...args]: readonly string[]): CommandSubject {
  return { type: "command", command, args };
}

function shellLine(subject: CommandSubject): CommandSubject | undefined {
  if ("shell" in subject) return undefined;
  const [option = "", text, ...more] = subject.args ?? [];
  const isLine = SHELL.test(subject.command) && RUN.test(option) && text !== undefined && more.length === 0;
  return isLine ? line(text) : undefined;
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isString);
}
