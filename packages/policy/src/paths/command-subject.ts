/**
 * The question about a command, with the files that its words name: what `cp x .git/hooks/pre-commit` writes is known,
 * though nobody calls it a path. Links are followed from the folder it runs in, and from each folder it changes to.
 */

import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

import { matchesGlob } from "../facets/glob.ts";
import { programName } from "../facets/command-words.ts";
import { shellLineOf } from "../facets/command.ts";
import { spellingsOf } from "../facets/command-spellings.ts";
import { SECRET_ENTRIES } from "../floor/secret-places.ts";
import type { Access, CommandRun, CommandSubject, NamedPath } from "../subject.ts";
import { realOrGiven } from "./real-path.ts";

const MOST_WORDS = 1_000;
const MOST_FOLDERS = 8;
const MOST_LOOKED_INTO = 32;
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
  const { commands, redirections } = shellLineOf(command);
  const folders = [place.cwd];
  const found = new Map<string, NamedPath>();
  const seen = new Set<string>();
  for (const words of commands.flatMap((one) => [...spellingsOf(one)])) {
    const [program = "", ...args] = words;
    const access: Access = isReader(programName(program).toLowerCase(), args) ? "read" : "write";
    const isOnlyName = NAMES_ONLY.has(program);
    for (const arg of args.slice(0, MOST_WORDS)) await add(arg, access, isOnlyName);
    const to = args.find((arg) => !arg.startsWith("-"));
    if (/^(cd|pushd|chdir)$/.test(program) && to !== undefined) {
      folders.push(...folders.map((folder) => path.resolve(folder, withHome(to))));
    }
  }
  for (const file of redirections) await add(file, "write");
  const folder = commands.some(isThorough) ? folders : [];
  for (const path of new Set(
    [...folder, ...[...found.values()].flatMap(({ path, isOnlyName }) => (isOnlyName ? [] : [path]))].slice(
      0,
      MOST_LOOKED_INTO,
    ),
  )) {
    await addSecretsIn(path);
  }
  return { ...command, paths: [...found.values()] };

  /** A word may be a file, or hold one: `--output=x`, `of=x`, `-ox`, `@x`. */
  async function add(word: string, access: Access, isOnlyName = false): Promise<void> {
    const readings = [word, word.replace(/^[^=]*=/s, ""), word.replace(/^-[A-Za-z]/, ""), word.replace(/^@/, "")];
    for (const text of new Set(readings)) {
      if (text === "" || text.includes("\0")) continue;
      for (const folder of folders.slice(0, MOST_FOLDERS)) {
        const key = `${access} ${isOnlyName} ${folder} ${text}`;
        if (seen.has(key) || seen.size > MOST_WORDS) continue;
        seen.add(key);
        for (const asked of await expanded(path.resolve(folder, withHome(text)))) {
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

  function withHome(text: string): string {
    return text === "~" || text.startsWith("~/") ? place.home + text.slice(1) : text;
  }
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
async function expanded(pattern: string): Promise<readonly string[]> {
  if (!/[*?[]/.test(pattern)) return [pattern];
  let found: readonly string[] = [path.parse(pattern).root];
  for (const part of pattern.split(path.sep).filter((one) => one !== "")) {
    if (!/[*?[]/.test(part)) {
      found = found.map((folder) => path.join(folder, part));
      continue;
    }
    const glob = part.replaceAll(/\[[^\]]*\]|\?/g, "*");
    const listed = await Promise.all(
      found.map(async (folder) => {
        const names = await readdir(folder).catch((): string[] => []);
        const fitting = names.filter((name) => (glob.startsWith("*") ? !name.startsWith(".") : true));
        return fitting.filter((name) => matchesGlob(glob, name)).map((name) => path.join(folder, name));
      }),
    );
    found = listed.flat().slice(0, MOST_WORDS);
  }
  return [pattern, ...found];
}
