/**
 * The entry of a configuration file for what a person types: a URL, or a command line, in one argument or in several.
 */

import { isAbsolute, resolve } from "node:path";

import { defined, splitShellWords } from "@tenon/basis";
import { findProgram } from "@tenon/client";
import type { IncludeMode } from "@tenon/hub";
import { declareEntry, pathTo } from "@tenon/hub/config";

import { phrase, t } from "../../../messages/t.ts";
import { UsageError } from "../../../process/usage-error.ts";
import type { Scope } from "./server-file.ts";

export interface EntryFlags {
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly include?: IncludeMode;
}

export function entryFrom(words: readonly string[], flags: EntryFlags): Readonly<Record<string, unknown>> {
  const { env = [], header = [], include } = flags;
  const [first = ""] = words;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(first)) {
    if (words.length > 1) throw new UsageError(t("A URL takes no arguments; pass headers with --header"));
    if (env.length > 0) throw new UsageError(t("--env is for a command; a URL takes --header"));
    if (!URL.canParse(first)) throw new UsageError(t("The URL is not valid"));
    if (!/^https?:$/.test(new URL(first).protocol))
      throw new UsageError(t("The URL must begin with https:// or http://"));
    return { url: first, ...(header.length > 0 && { headers: pairs(header, HEADER) }), ...defined({ include }) };
  }
  if (header.length > 0) throw new UsageError(t("--header is for a URL; a command takes --env"));
  const [command, ...args] = words.length === 1 ? split(first) : words;
  if (command === undefined || command === "") throw new UsageError(t("Expected a command or a URL"));
  return {
    command,
    ...(args.length > 0 && { args }),
    ...(env.length > 0 && { env: pairs(env, ENV) }),
    ...defined({ include }),
  };
}

/** In the user's file a relative path would depend on the folder of a session. */
export function withAbsoluteCommand(
  entry: Readonly<Record<string, unknown>>,
  cwd: string,
): Readonly<Record<string, unknown>> {
  const { command } = entry;
  const isRelative = typeof command === "string" && /^\.{1,2}[/\\]/.test(command) && !isAbsolute(command);
  return isRelative ? { ...entry, command: resolve(cwd, command) } : entry;
}

export interface EntryContext {
  readonly name: string;
  readonly scope: Scope;
  readonly file: string;
  readonly cwd: string;
}

/** Throws for an entry that could never work. Returns what its owner should know, a sentence each. */
export async function checkEntry(entry: unknown, { name, scope, file, cwd }: EntryContext): Promise<readonly string[]> {
  if (!/^[^\p{C}\s](?:[^\p{C}]{0,62}[^\p{C}\s])?$/u.test(name)) {
    throw new UsageError(t("The name must be 1 to 64 visible characters"));
  }
  const path = pathTo("mcpServers", name);
  const { server, problems } = declareEntry(
    { name, entry, source: scope, file, path, positionOf: () => undefined },
    { environment: process.env, workspaceFolder: cwd },
  );
  const isUnset = problems.some(({ code }) => code === "unset_variable");
  if (server.type === "held" && server.state === "failed" && !isUnset) {
    throw new UsageError(`${name}: ${server.reason}`);
  }
  if (server.type === "stdio") {
    const env = { ...process.env, ...server.env };
    const program = await findProgram(server.command, { env, cwd: server.cwd ?? cwd });
    if (program === undefined) {
      const values = { command: server.command };
      throw new UsageError(
        /[/\\]/.test(server.command)
          ? t('Command "{command}" was not found. Install it, or give its absolute path.', values)
          : t('Command "{command}" was not found on the PATH. Install it, or give its absolute path.', values),
      );
    }
  }
  return problems.map(({ message }) => `${name}: ${message}`);
}

interface PairForm {
  readonly flag: string;
  readonly pattern: RegExp;
  readonly expected: string;
}

const ENV: PairForm = { flag: "--env", pattern: /^([A-Za-z_]\w*)(?:=(.*))?$/s, expected: phrase("NAME=value or NAME") };
const HEADER: PairForm = {
  flag: "--header",
  pattern: /^([\w!#$%&'*+.^`|~-]+):\s*(.+)$/s,
  expected: phrase('"Name: value"'),
};

/** What is given is not repeated in an error: it may be a key. */
function pairs(given: readonly string[], { flag, pattern, expected }: PairForm): Readonly<Record<string, string>> {
  const entries = given.map((text) => {
    const [, name, value] = pattern.exec(text) ?? [];
    if (name === undefined) throw new UsageError(t("{flag}: expected {expected}", { flag, expected: t(expected) }));
    return [name, value ?? `\${${name}}`] as const;
  });
  return Object.fromEntries(entries);
}

function split(line: string): readonly string[] {
  const { words, isOpen } = splitShellWords(line);
  if (isOpen) throw new UsageError(t("Unclosed quote in the command"));
  return words;
}
