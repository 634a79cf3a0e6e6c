/**
 * Command lines. A help against accidents and a way to be asked less, not a sandbox: a program can start another.
 *
 * Read strictly, a pattern must fit every command of a shell line, as it is written, and never fits a line that hides
 * something (a substitution, a redirection). Read widely, `rm` also fits `/bin/rm` and `X=1 rm`.
 */

import type { Subject } from "../subject.ts";
import { renderWords } from "./command-words.ts";
import { alternatives, defineFacet } from "./facet.ts";
import { matchesGlob } from "./glob.ts";
import { readShellLine } from "./shell-line.ts";

// Matched by a pattern that is all star, and by nothing else.
const HIDDEN = "\0";

export const commandFacet = defineFacet<string, string>({
  patterns: (when) => alternatives(when.command)?.map(ended),
  values(subject, reading) {
    const { commands, hidesSomething } = commandsOf(subject);
    const lines =
      reading === "strict"
        ? [...commands.map(renderWords), ...(hidesSomething ? [HIDDEN] : [])]
        : commands.flatMap((words) => [renderWords(words), renderWords(plainProgram(words))]);
    return lines.map((line) => `${line} `);
  },
  matches: matchesGlob,
  covers: matchesGlob,
});

// With a space at the end of every line, `git *` also fits `git` alone, and `git` does not fit `gitk`.
function ended(pattern: string): string {
  return pattern.endsWith("*") ? pattern : `${pattern} `;
}

function commandsOf(subject: Subject): ReturnType<typeof readShellLine> {
  if ("shell" in subject) return readShellLine(subject.shell);
  if (!("command" in subject) || subject.command === undefined) return { commands: [], hidesSomething: false };
  return { commands: [[subject.command, ...(subject.args ?? [])]], hidesSomething: false };
}

function plainProgram(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^\w+=/.test(word));
  const [program = "", ...args] = words.slice(Math.max(first, 0));
  return [program.replace(/^.*[/\\]/, "").replace(/\.(exe|cmd|bat|com)$/i, ""), ...args];
}
