/**
 * The files in which a pattern may match, by the user's ripgrep. It only narrows down where to look: what is a match, and
 * what is shown of it, is decided by our own search, so that the result is the same without it.
 */

import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join, sep } from "node:path";

import { insideRoots } from "@tenon/policy";
import { type Environment, startCommand } from "@tenon/workspace";

import { findRepository } from "../walk/walk-files.ts";
import { type SearchPattern, withFlags } from "./pattern.ts";

const NAME = process.platform === "win32" ? "rg.exe" : "rg";

/** Never one from the project: it would run without the user having allowed it. */
export async function findRipgrep(env: Environment, roots: readonly string[]): Promise<string | undefined> {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    const file = join(folder, NAME);
    if ((await isProgram(file)) && !(await insideRoots(file, roots)).isInside) return file;
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  return await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

interface RipgrepSearch {
  readonly pattern: SearchPattern;
  /** Absolute and real. */
  readonly folder: string;
  readonly everything: boolean;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** Paths from the folder, in no order; undefined if ripgrep cannot be trusted with this search. */
export async function filesByRipgrep(
  program: { readonly file: string; readonly env: Environment },
  search: RipgrepSearch,
): Promise<readonly (readonly string[])[] | undefined> {
  const { folder: cwd, signal } = search;
  const pattern = patternArguments(search.pattern);
  if (!pattern) return undefined;
  const args = [...FLAGS, ...(await whereToLook(search)), "--max-filesize", String(search.mostBytes), ...pattern, "./"];
  const command = { command: program.file, args, cwd, env: program.env };
  const files: (readonly string[])[] = [];
  let rest = "";
  // One that cannot be started is like one that is not installed.
  const child = await startCommand(command, { maxBytes: 0, onText: take, signal }).catch(() => undefined);
  signal.throwIfAborted();
  const end = await child?.ended;
  signal.throwIfAborted();
  // Anything else is a failure, and the list may not be whole: an old version, a pattern that it does not take.
  return end?.exitCode === FOUND || end?.exitCode === NOT_FOUND ? files : undefined;

  function take(text: string): void {
    const names = (rest + text).split("\0");
    rest = names.pop() ?? "";
    files.push(...names.map((name) => name.split(sep).slice(1)));
  }
}

const FOUND = 0;
const NOT_FOUND = 1;

const FLAGS = [
  "--no-config",
  "--files-with-matches",
  "--null",
  "--no-messages",
  // What is no text, and where lines end, we know better.
  "--text",
  "--crlf",
  // Only what `.gitignore` files say, as we read them.
  "--no-ignore-dot",
  "--no-ignore-global",
  "--no-ignore-exclude",
  "--glob=!.git",
] as const;

async function whereToLook({ folder, everything }: RipgrepSearch): Promise<readonly string[]> {
  if (everything) return ["--no-ignore", "--hidden"];
  const ours = ["--glob=!node_modules"];
  return (await findRepository(folder)) ? ours : [...ours, "--no-require-git", "--no-ignore-parent"];
}

/** The pattern comes after `--`, so that it is never taken for an option. */
function patternArguments(given: SearchPattern): readonly string[] | undefined {
  const { source, isLiteral, ignoreCase } = withFlags(given);
  const flags = [ignoreCase ? "--ignore-case" : "--case-sensitive", ...(isLiteral ? ["--fixed-strings"] : [])];
  const pattern = isLiteral ? source : toRustPattern(source);
  return pattern === undefined ? undefined : [...flags, "--", pattern];
}

/**
 * The pattern for ripgrep, so that it matches at least where ours does; undefined where the two dialects may differ. In
 * files that are neither UTF-8 nor UTF-16, ripgrep sees only ASCII.
 */
export function toRustPattern(source: string): string | undefined {
  if (!SHARED_SYNTAX.test(source)) return undefined;
  // In ours these are about ASCII; in Rust, about Unicode. A lone brace is an error there.
  return source.replaceAll(/\\[bBdDwW]/g, "(?-u:$&)").replaceAll(/(?<!\\)\{(?!\d+(?:,\d*)?\})/g, String.raw`\{`);
}

const SHARED_SYNTAX =
  /^(?:[^\\[\](){}]|\\[bBdDwWsStr]|\\[^\\\w\s]|\((?!\?)|\(\?:|\)|\{\d+(?:,\d*)?\}|\{(?!\d)|\[\^?[\w.]+(?:-[\w.]+)*-?\])*$/u;
