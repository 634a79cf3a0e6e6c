/**
 * The question about a command, with the files that its words name: `cp x .git/hooks/pre-commit` writes a file,
 * though no argument is declared as one. Links are followed from the folder it runs in, and from each folder it changes to.
 */

import { defined } from "@tenon/basis";

import { shellLineOf } from "../facets/command.ts";
import { spellingsOf } from "../shell/command-spellings.ts";
import { programName } from "../shell/command-words.ts";
import type { CommandRun, CommandSubject } from "../subject.ts";
import { words } from "../words.ts";
import { createNamedPaths } from "./named-paths.ts";
import { createWorkingFolders } from "./working-folders.ts";

const MAX_ARGUMENTS = 1_000;

const READERS: ReadonlySet<string> = new Set(
  words(`
    cat head tail less more wc ls dir stat file grep egrep fgrep rg diff cmp md5sum sha256sum nl od hexdump strings
    which cd
  `),
);
const GIT_READERS: ReadonlySet<string> = new Set(["diff", "log", "show", "status", "blame", "grep", "ls-files"]);
const NAMES_ONLY: ReadonlySet<string> = new Set(["cd", "pushd", "chdir", "ls", "dir", "stat", "mkdir", "test", "["]);

export async function commandSubject(
  run: CommandRun,
  place: { readonly cwd: string; readonly home: string },
): Promise<CommandSubject> {
  const command: CommandSubject = { type: "command", ...run };
  const { commands, redirections, hidesWords } = shellLineOf(command);
  const folders = createWorkingFolders(place);
  const named = createNamedPaths(folders);
  let isCut = false;
  for (const words of commands) {
    const spelled = spellingsOf(words);
    isCut ||= spelled.isCut;
    for (const spellings of spelled.commands) {
      for (const spelling of spellings) await addWords(spelling);
      folders.follow(spellings[0] ?? []);
    }
  }
  for (const file of redirections) await named.add(file, "write");
  const searched = commands.some(searchesFolder) ? folders.list() : [];
  const mentioned = named.list().flatMap(({ path, isOnlyName }) => (isOnlyName ? [] : [path]));
  await named.addSecretsIn(new Set([...searched, ...mentioned]));
  const isIncomplete = isCut || folders.isCut() || named.isCut() ? true : undefined;
  return { ...command, paths: named.list(), ...defined({ isIncomplete }) };

  async function addWords([program = "", ...args]: readonly string[]): Promise<void> {
    const access = isReader(programName(program).toLowerCase(), args) ? "read" : "write";
    // After a substitution the rest of a word looks like a program; and what is assigned is used by its name.
    if (hidesWords && /^\/|^\w+=/.test(program)) await named.add(program, "write");
    isCut ||= args.length > MAX_ARGUMENTS;
    for (const arg of args.slice(0, MAX_ARGUMENTS)) await named.add(arg, access, NAMES_ONLY.has(program));
  }
}

/** It goes through the working folder without naming it. */
function searchesFolder([program = "", ...args]: readonly string[]): boolean {
  const name = programName(program).toLowerCase();
  if (/^(rg|ag|ack|find|fd|fdfind|tree|du)$/.test(name)) return true;
  return /^[ef]?grep$/.test(name) && args.some((arg) => /^-[a-z]*[rR]|^--(dereference-)?recursive$/.test(arg));
}

function isReader(program: string, [first = ""]: readonly string[]): boolean {
  return program === "git" ? GIT_READERS.has(first) : READERS.has(program);
}
