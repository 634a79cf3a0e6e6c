/**
 * All that a command wrote, in a file that only the user can read.
 */

import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";

import { errorMessage } from "@tenon/basis";
import type { Layer } from "@tenon/policy";

export interface KeptOutput {
  add(text: string): void;
  /** A sentence that says where it is, or why it is not; when all that was added is written. Never rejects. */
  where(): Promise<string>;
}

/** The model may read what was too large to be shown from where it is kept. */
export function keptOutputRules(folder: string): Layer {
  const why = "it holds results of this session's tools";
  const path = `${folder.replaceAll("\\", "/")}/**`;
  return { name: "session", rules: [{ effect: "allow", when: { path, access: "read" }, why }] };
}

// A command that writes for ever must not fill the disk.
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** `name` must be new in the folder. */
export function keepOutput({ folder, name }: { readonly folder: string; readonly name: string }): KeptOutput {
  const path = join(folder, name);
  let room = MAX_CHARACTERS;
  let waiting = "";
  let isCut = false;
  let problem: string | undefined;
  let writing: Promise<void> | undefined;
  let flag = "wx";
  return {
    add(text) {
      const taken = text.slice(0, room);
      room -= taken.length;
      if (taken.length < text.length) isCut = true;
      if (problem !== undefined || taken === "") return;
      waiting += taken;
      writing ??= write();
    },
    async where() {
      await writing;
      if (problem !== undefined) return `It could not be saved (${problem}).`;
      return isCut ? `The first ${MAX_CHARACTERS} characters are in ${path}.` : `All of it is in ${path}.`;
    },
  };

  async function write(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The first write fails on anything that is there already, also on a link that another user has put there.
      while (waiting !== "") {
        const text = waiting;
        waiting = "";
        await appendFile(path, text, { flag, mode: 0o600 });
        flag = "a";
      }
    } catch (error) {
      problem = errorMessage(error);
      waiting = "";
    }
    writing = undefined;
  }
}
