/**
 * The folders that a command line may be in. A `cd` may fail, or stand in a branch that is not taken, so the folders of
 * before stay.
 */

import path from "node:path";

import { programName } from "../shell/command-words.ts";

export interface WorkingFolders {
  list(): readonly string[];
  /** Follows the command if it changes the folder. */
  follow(words: readonly string[]): void;
  /** The absolute path of a word, seen from one of the folders. */
  resolve(folder: string, word: string): string;
  /** There are more than are followed. */
  isCut(): boolean;
}

const MAX_FOLDERS = 16;

export function createWorkingFolders({ cwd, home }: { readonly cwd: string; readonly home: string }): WorkingFolders {
  let folders = [cwd];
  let isCut = false;
  return { list: () => folders, follow, resolve, isCut: () => isCut };

  function follow([program = "", ...args]: readonly string[]): void {
    // Once some are cut, the command is asked about anyway: following more of them only makes paths longer.
    if (isCut || !/^(cd|pushd|chdir)$/.test(programName(program).toLowerCase())) return;
    const to = args.find((arg) => !arg.startsWith("-")) ?? (args.includes("-") ? "." : "~");
    const reached = folders.map((folder) => resolve(folder, to));
    const all = [...new Set([...folders, ...reached].toReversed())].toReversed();
    isCut = all.length > MAX_FOLDERS;
    folders = all.slice(-MAX_FOLDERS);
  }

  function resolve(folder: string, word: string): string {
    const expanded = word
      .replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, () => home)
      .replace(/^(?:\$PWD|\$\{PWD\})(?=\/|$)/, () => folder);
    return path.resolve(folder, expanded);
  }
}
