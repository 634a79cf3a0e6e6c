/**
 * Command lines. A help against accidents and a way to be asked less, not a sandbox: a program can start another.
 *
 * Read strictly, a pattern must fit every command of a shell line, as it is written, and must name the options with which
 * the program reaches further than it seems to. It never fits a line that hides something (a substitution, a redirection).
 * Read widely, `git push` also fits `/usr/bin/git -C . push` and `env X=1 git push`.
 */

import { matchesGlob } from "@tenon/basis";

import { alternatives } from "../rule.ts";
import type { Subject } from "../subject.ts";
import { spellingsOf } from "../shell/command-spellings.ts";
import { renderWords } from "../shell/command-words.ts";
import { defineFacet } from "./facet.ts";
import { farReachingWords } from "../shell/far-reaching-options.ts";
import { readShellLine, type ShellLine, withoutVariables } from "../shell/shell-line.ts";

interface CommandValue {
  readonly line: string;
  /** What a pattern that allows must name. */
  readonly mustName: readonly string[];
}

// Fitted by no pattern: there is a control character in it, and none in any line that is rendered.
const HIDDEN: CommandValue = { line: "\0", mustName: ["\0"] };

export const commandFacet = defineFacet<string, CommandValue>({
  patterns: (when) => alternatives(when.command)?.map(ended),
  values(subject, reading) {
    const { commands, hidesSomething, hidesWords } = shellLineOf(subject);
    if (reading === "wide") {
      const read = hidesWords ? [...commands, ...commands.map(withoutVariables)] : commands;
      return read.flatMap((one) => spellingsOf(one).commands.flat()).map((words) => valueOf(words, []));
    }
    const written = commands.map((words) => valueOf(words, subject.type === "command" ? farReachingWords(words) : []));
    return hidesSomething ? [...written, HIDDEN] : written;
  },
  matches: (pattern, { line, mustName }) => {
    const named = pattern.split(" ");
    return matchesGlob(pattern, line) && mustName.every((word) => named.some((one) => one.startsWith(word)));
  },
  covers: matchesGlob,
});

function valueOf(words: readonly string[], mustName: readonly string[]): CommandValue {
  return { line: `${renderWords(words)} `, mustName };
}

// With a space at the end of every line, `git *` also fits `git` alone, and `git` does not fit `gitk`.
function ended(pattern: string): string {
  return pattern.endsWith("*") ? pattern : `${pattern} `;
}

/** Not all spellings of its commands are looked at. */
export function isCutShort(subject: Subject): boolean {
  return shellLineOf(subject).commands.some((words) => spellingsOf(words).isCut);
}

/** The commands of a subject that has any: a command, or a server that is started. */
export function shellLineOf(subject: Subject): ShellLine {
  if ("shell" in subject) return readShellLine(subject.shell);
  const isCommand = "command" in subject && subject.command !== undefined;
  const commands = isCommand ? [[subject.command, ...(subject.args ?? [])]] : [];
  return { commands, redirections: [], hidesSomething: false, hidesWords: false };
}
