/**
 * The question about a command, with the files that its words name: what `cp x .git/hooks/pre-commit` writes is known,
 * though nobody calls it a path. Links are followed from the folder it runs in, and from each folder it changes to.
 */

import { lstat, readdir, stat } from "node:fs/promises";
import path from "node:path";

import { matchesGlob } from "@tenon/basis";

import { programName } from "../shell/command-words.ts";
import { shellLineOf } from "../facets/command.ts";
import { spellingsOf } from "../shell/command-spellings.ts";
import { SECRET_ENTRIES } from "../floor/secret-places.ts";
import type { Access, CommandRun, CommandSubject, NamedPath } from "../subject.ts";
import { realOrGiven } from "../paths/real-path.ts";

const MOST_WORDS = 1_000;
const MOST_FOLDERS = 16;
const MOST_LOOKED_INTO = 200;
/** What patterns stand for, all together. */
const MOST_EXPANDED = 2_000;
const READERS: ReadonlySet<string> = new Set(
  "cat head tail less more wc ls dir stat file grep egrep fgrep rg diff cmp md5sum sha256sum nl od hexdump strings which cd".split(
    " ",
  ),
);

const NAMES_ONLY: ReadonlySet<string> = new Set(["cd", "pushd", "chdir", "ls", "dir", "stat", "mkdir", "test", "["]);
const GIT_READERS: ReadonlySet<string> = new Set(["diff", "log", "show", "status", "blame", "grep", "ls-files"]);

export async function commandSubject(
  run: CommandRun,
  place: { readonly cwd: string; readonly home: string },
): Promise<CommandSubject> {
  const command: CommandSubject = { type: "command", ...run };
  const { commands, redirections, hidesWords } = shellLineOf(command);
  let folders = [place.cwd];
  let isIncomplete = false;
  let areFoldersCut = false;
  const found = new Map<string, NamedPath>();
  const seen = new Set<string>();
  const budget = { left: MOST_EXPANDED };
  for (const one of commands) {
    const spelled = spellingsOf(one);
    isIncomplete ||= spelled.isCut;
    for (const spellings of spelled.commands) {
      for (const words of spellings) await addWords(words);
      changeFolder(spellings[0] ?? []);
    }
  }
  for (const file of redirections) await add(file, "write");
  const gone = commands.some(isThorough) ? folders : [];
  const named = [...found.values()].flatMap(({ path, isOnlyName }) => (isOnlyName ? [] : [path]));
  let lookedInto = 0;
  for (const folder of new Set([...gone, ...named])) {
    if (!(await isFolder(folder))) continue;
    if (++lookedInto > MOST_LOOKED_INTO) break;
    await addSecretsIn(folder);
  }
  isIncomplete ||= lookedInto > MOST_LOOKED_INTO || budget.left <= 0;
  return { ...command, paths: [...found.values()], ...(isIncomplete && { isIncomplete }) };

  async function addWords([program = "", ...args]: readonly string[]): Promise<void> {
    const access: Access = isReader(programName(program).toLowerCase(), args) ? "read" : "write";
    const isOnlyName = NAMES_ONLY.has(program);
    // After a substitution the rest of a word looks like a program; and what is assigned is used by its name.
    if (hidesWords && /^\/|^\w+=/.test(program)) await add(program, "write");
    isIncomplete ||= args.length > MOST_WORDS;
    for (const arg of args.slice(0, MOST_WORDS)) await add(arg, access, isOnlyName);
  }

  /** It may fail, or be in a branch that is not taken: the folders of before stay. */
  function changeFolder([program = "", ...args]: readonly string[]): void {
    const name = programName(program).toLowerCase();
    // Once some are cut, it is asked about anyway: following more of them only makes paths longer.
    if (areFoldersCut || !/^(cd|pushd|chdir)$/.test(name)) return;
    const to = args.find((arg) => !arg.startsWith("-")) ?? (args.includes("-") ? "." : "~");
    const reached = folders.map((folder) => path.resolve(folder, withHome(to, folder)));
    const all = [...new Set([...folders, ...reached].toReversed())].toReversed();
    areFoldersCut = all.length > MOST_FOLDERS;
    isIncomplete ||= areFoldersCut;
    folders = all.slice(-MOST_FOLDERS);
  }

  /** A word may be a file, or hold one: `--output=x`, `of=x`, `-ox`, `@x`. */
  async function add(word: string, access: Access, isOnlyName = false): Promise<void> {
    const readings = [word, word.replace(/^[^=]*=/s, ""), word.replace(/^-[A-Za-z]/, ""), word.replace(/^@/, "")];
    for (const text of new Set(readings)) {
      if (text === "" || text.includes("\0")) continue;
      for (const folder of folders) {
        const key = `${access} ${isOnlyName} ${folder} ${text}`;
        if (seen.has(key)) continue;
        if (seen.size > MOST_WORDS) {
          isIncomplete = true;
          return;
        }
        seen.add(key);
        for (const asked of await expanded(path.resolve(folder, withHome(text, folder)), budget)) {
          const real = await realOrGiven(asked);
          found.set(`${access} ${isOnlyName} ${real} ${asked}`, { path: real, asked, access, isOnlyName });
        }
      }
    }
  }

  /** To name a folder is to name the keys in it. */
  async function addSecretsIn(folder: string): Promise<void> {
    for (const entry of SECRET_ENTRIES) {
      const asked = path.join(folder, entry);
      const isThere = await lstat(asked).then(
        () => true,
        () => false,
      );
      if (isThere) found.set(`read ${asked}`, { path: await realOrGiven(asked), asked, access: "read" });
    }
  }

  function withHome(text: string, folder: string): string {
    return text
      .replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, () => place.home)
      .replace(/^(?:\$PWD|\$\{PWD\})(?=\/|$)/, () => folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** It goes through the working folder without naming it. */
function isThorough([program = "", ...args]: readonly string[]): boolean {
  const name = programName(program).toLowerCase();
  if (/^(rg|ag|ack|find|fd|fdfind|tree|du)$/.test(name)) return true;
  return /^[ef]?grep$/.test(name) && args.some((arg) => /^-[a-z]*[rR]|^--(dereference-)?recursive$/.test(arg));
}

function isReader(program: string, [first = ""]: readonly string[]): boolean {
  return program === "git" ? GIT_READERS.has(first) : READERS.has(program);
}

/** As a shell would: what is there and fits. The pattern itself stays, for what is not there. */
async function expanded(pattern: string, budget: { left: number }): Promise<readonly string[]> {
  if (!/[*?[]/.test(pattern)) return [pattern];
  let found: readonly string[] = [path.parse(pattern).root];
  for (const part of pattern.split(path.sep).filter((one) => one !== "")) {
    if (!/[*?[]/.test(part)) {
      found = found.map((folder) => path.join(folder, part));
      continue;
    }
    budget.left -= 1;
    if (budget.left <= 0) return [pattern];
    const glob = part.replaceAll(/\[[^\]]*\]|\?/g, "*");
    const listed = await Promise.all(
      found.map(async (folder) => {
        const names = await readdir(folder).catch((): string[] => []);
        const fitting = names.filter((name) => (glob.startsWith("*") ? !name.startsWith(".") : true));
        return fitting.filter((name) => matchesGlob(glob, name)).map((name) => path.join(folder, name));
      }),
    );
    found = listed.flat().slice(0, budget.left);
    budget.left -= found.length;
  }
  return [pattern, ...found];
}
