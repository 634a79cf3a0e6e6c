/**
 * The cookies that were signed out, by their marks, until they would have ended by themselves.
 */

import { appendFile, chmod, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { errorCode } from "@tenon/basis";

export interface SignedOut {
  has(mark: string): boolean;
  /** Resolves when it will be known after a restart too, if it ever will. `until` is in milliseconds since 1970. */
  add(mark: string, until: number): Promise<void>;
}

export function rememberSignedOut(
  known: Iterable<readonly [mark: string, until: number]> = [],
  now: () => number = Date.now,
): SignedOut {
  const marks = new Map(known);
  return {
    has: (mark) => marks.has(mark),
    async add(mark, until) {
      for (const [other, end] of marks) if (end <= now()) marks.delete(other);
      marks.set(mark, until);
    },
  };
}

/** In a file of the folder. It grows by a line with each sign-out. */
export async function openSignedOutFile({ folder }: { readonly folder: string }): Promise<SignedOut> {
  const file = join(folder, "serve-signed-out");
  const memory = rememberSignedOut(await readMarks(file));
  return {
    has: memory.has,
    async add(mark, until) {
      await memory.add(mark, until);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, `${until} ${mark}\n`, { mode: 0o600, flush: true });
    },
  };
}

async function readMarks(file: string): Promise<readonly (readonly [string, number])[]> {
  try {
    await chmod(file, 0o600);
    const lines = (await readFile(file, "utf8")).split("\n");
    return lines.flatMap((line) => {
      const [, until, mark] = /^(\d+) ([\w-]{43})$/.exec(line) ?? [];
      return mark === undefined || Number(until) <= Date.now() ? [] : [[mark, Number(until)] as const];
    });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
