/**
 * The same command in other words: `git -C . push`, `/usr/bin/git push`, `env X=1 nice git push` and `sh -c "git push"`
 * all run `git push`. For rules that forbid: each spelling is one more that they may fit, and one too many does no harm.
 */

import { words } from "../words.ts";
import { programName } from "./command-words.ts";
import { readShellLine } from "./shell-line.ts";

type Words = readonly string[];

/** Programs and shell words that run the command that follows them. */
const WRAPPERS: ReadonlySet<string> = new Set(
  words(`
    command builtin exec env nice ionice nohup time timeout gtimeout stdbuf setsid setarch chrt taskset unbuffer sudo
    doas run0 pkexec xargs parallel busybox toybox watch caffeinate strace ltrace firejail bwrap flock chronic if then
    elif else while until do ! npx
  `),
);
const SHELLS = /^(?:ba|z|da|k|mk|a|fi|c|tc)?sh$|^cmd$|^powershell$|^pwsh$/;
const RUNS_LINE = /^-[a-z]*c$|^\/[ck]$|^-command$/i;
const FOUND_PROGRAM = new Set(["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"]);

const MAX_DEPTH = 6;
const MAX_SPELLINGS = 400;
const MAX_READINGS = 32;
/** Of all spellings together. */
const MAX_WORDS = 50_000;

export interface Spellings {
  /** For the command, and for each that it runs: its spellings, first the words as they are. */
  readonly commands: readonly (readonly Words[])[];
  /** There are more. */
  readonly isCut: boolean;
}

export function spellingsOf(words: Words): Spellings {
  const commands: Words[][] = [];
  let count = 0;
  let size = 0;
  let isCut = false;
  const cut = () => {
    isCut = true;
  };
  add(words, 0);
  return { commands, isCut };

  function add(given: Words, depth: number): void {
    const spellings: Words[] = [];
    commands.push(spellings);
    push(given);
    if (depth > MAX_DEPTH) return cut();
    const first = given.findIndex((word) => !isAssignment(word));
    if (first < 0) return;
    const [program = "", ...args] = given.slice(first);
    const name = programName(program);
    // File systems that do not care about case find `GIT`, too.
    for (const spelling of new Set([name, name.toLowerCase()])) {
      push([spelling, ...args]);
      for (const rest of withoutOptions(args, cut)) push([spelling, ...rest]);
    }
    for (const inner of innerCommands(name.toLowerCase(), args, cut)) {
      if (isFull()) return cut();
      add(inner, depth + 1);
    }

    function push(spelling: Words): void {
      if (count > 0 && isFull()) return cut();
      spellings.push(spelling);
      count++;
      size += spelling.length;
    }
  }

  function isFull(): boolean {
    return count >= MAX_SPELLINGS || size >= MAX_WORDS;
  }
}

/** What follows the options at the beginning. Whether an option has a value is not known, so both readings are given. */
function withoutOptions(args: Words, cut: () => void): readonly Words[] {
  const rests: Words[] = [];
  for (let at = 0; at < args.length; at++) {
    const [before, word] = [args[at - 1], args[at] ?? ""];
    if (isOption(word)) continue;
    if (rests.length >= MAX_READINGS) {
      cut();
      break;
    }
    const mayBeSkipped = before !== undefined && isOption(before);
    if (at > 0) rests.push(args.slice(at));
    if (!mayBeSkipped) break;
  }
  return rests;
}

function innerCommands(program: string, args: Words, cut: () => void): readonly Words[] {
  if (WRAPPERS.has(program)) return wrappedCommands(args, cut);
  if (program === "eval") return readShellLine(args.join(" ")).commands;
  const line = args[args.findIndex((arg) => RUNS_LINE.test(arg)) + 1];
  if ((SHELLS.test(program) || program === "su" || program === "script") && line !== undefined) {
    return readShellLine(program === "cmd" || program === "powershell" ? args.slice(1).join(" ") : line).commands;
  }
  if (program === "git") return aliasesOf(args);
  const starts = args.flatMap((arg, at) => (FOUND_PROGRAM.has(arg) ? [at + 1] : []));
  if (starts.length > MAX_READINGS) cut();
  return starts.slice(0, MAX_READINGS).map((at) => args.slice(at));
}

/** After options, their values, variables and numbers. `env -S` has the whole line in one word. */
function wrappedCommands(args: Words, cut: () => void): readonly Words[] {
  const inner: Words[] = [];
  for (let at = 0; at < args.length; at++) {
    const [before, word] = [args[at - 1], args[at] ?? ""];
    if (inner.length >= MAX_READINGS) {
      cut();
      break;
    }
    if (/\s/.test(word)) {
      const { commands } = readShellLine(word.replace(/^-S|^--split-string=/, ""));
      if (commands.length > MAX_READINGS) cut();
      inner.push(...commands.slice(0, MAX_READINGS));
    }
    if (isOption(word) || isAssignment(word)) continue;
    inner.push(args.slice(at));
    if (!(before !== undefined && isOption(before)) && !/^[\d.]+[smhd]?$/.test(word)) break;
  }
  return inner;
}

/** `git -c alias.x=push x` runs what the alias says. */
function aliasesOf(args: Words): readonly Words[] {
  return args.flatMap((arg) => {
    const [, value] = /^(?:-c|--config-env=)?alias\.[^=]+=(.+)$/is.exec(arg) ?? [];
    if (value === undefined) return [];
    return value.startsWith("!")
      ? readShellLine(value.slice(1)).commands
      : readShellLine(value).commands.map((words) => ["git", ...words]);
  });
}

function isOption(word: string): boolean {
  return word.startsWith("-") || word.startsWith("+");
}

function isAssignment(word: string): boolean {
  return /^\w+\+?=/.test(word);
}
