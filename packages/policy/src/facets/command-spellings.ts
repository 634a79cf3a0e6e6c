/**
 * The same command in other words: `git -C . push`, `/usr/bin/git push`, `env X=1 nice git push` and `sh -c "git push"`
 * all run `git push`. For rules that forbid: each spelling is one more that they may fit, and one too many does no harm.
 */

import { programName } from "./command-words.ts";
import { readShellLine } from "./shell-line.ts";

type Words = readonly string[];

/** Programs and shell words that run the command that follows them. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    "command builtin exec env nice ionice nohup time timeout gtimeout stdbuf setsid setarch chrt taskset unbuffer sudo " +
    "doas run0 pkexec xargs parallel busybox toybox watch caffeinate strace ltrace firejail bwrap flock chronic " +
    "if then elif else while until do ! npx"
  ).split(" "),
);
const SHELLS = /^(?:ba|z|da|k|mk|a|fi|c|tc)?sh$|^cmd$|^powershell$|^pwsh$/;
const RUNS_LINE = /^-[a-z]*c$|^\/[ck]$|^-command$/i;
const FOUND_PROGRAM = new Set(["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"]);

const DEEPEST = 6;
const MOST = 400;

/** The words as they are come first. */
export function spellingsOf(words: Words): readonly Words[] {
  const found: Words[] = [words];
  add(words, 0);
  return found;

  function add(given: Words, depth: number): void {
    if (depth > DEEPEST || found.length > MOST) return;
    const first = given.findIndex((word) => !isAssignment(word));
    if (first < 0) return;
    const [program = "", ...args] = given.slice(first);
    const name = programName(program);
    // File systems that do not care about case find `GIT`, too.
    for (const spelling of new Set([name, name.toLowerCase()])) {
      found.push([spelling, ...args], ...withoutOptions(args).map((rest) => [spelling, ...rest]));
    }
    for (const inner of innerCommands(name.toLowerCase(), args)) {
      found.push(inner);
      add(inner, depth + 1);
    }
  }
}

/** What follows the options at the beginning. Whether an option has a value is not known, so both readings are given. */
function withoutOptions(args: Words): readonly Words[] {
  const rests: Words[] = [];
  for (let at = 0; at < args.length; at++) {
    const [before, word] = [args[at - 1], args[at] ?? ""];
    if (isOption(word)) continue;
    const mayBeSkipped = before !== undefined && isOption(before);
    if (at > 0) rests.push(args.slice(at));
    if (!mayBeSkipped) break;
  }
  return rests;
}

function innerCommands(program: string, args: Words): readonly Words[] {
  if (WRAPPERS.has(program)) return wrappedCommands(args);
  if (program === "eval") return readShellLine(args.join(" ")).commands;
  const line = args[args.findIndex((arg) => RUNS_LINE.test(arg)) + 1];
  if ((SHELLS.test(program) || program === "su" || program === "script") && line !== undefined) {
    return readShellLine(program === "cmd" || program === "powershell" ? args.slice(1).join(" ") : line).commands;
  }
  if (program === "git") return aliasesOf(args);
  return args.flatMap((arg, at) => (FOUND_PROGRAM.has(arg) ? [args.slice(at + 1)] : []));
}

/** After options, their values, variables and numbers. `env -S` has the whole line in one word. */
function wrappedCommands(args: Words): readonly Words[] {
  const inner: Words[] = [];
  for (let at = 0; at < args.length; at++) {
    const [before, word] = [args[at - 1], args[at] ?? ""];
    if (/\s/.test(word)) inner.push(...readShellLine(word.replace(/^-S|^--split-string=/, "")).commands);
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
