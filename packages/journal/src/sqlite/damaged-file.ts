/**
 * The files around a damaged one: the mark that damage was found, the file that will replace it, and where it is kept.
 *
 * The law: the damaged file stays in its place until the new one is whole, and beside it afterwards.
 */

import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Lets the next opening know that damage was found. */
export function markDamaged(file: string): void {
  try {
    writeFileSync(markOf(file), "", { mode: 0o600 });
  } catch {
    // The error reports the damage in any case, and the next read of that page finds it again.
  }
}

export function isMarkedDamaged(file: string): boolean {
  return existsSync(markOf(file));
}

/** Where the new file is made; whatever is there from an earlier attempt is gone. */
export function makeRoomForNew(file: string): string {
  const made = newNameOf(file);
  for (const end of ["", "-wal", "-shm"]) rmSync(made + end, { force: true });
  return made;
}

/** Puts the new file in place of the damaged one. Returns where that one is now. */
export function putNewInPlace(file: string): string {
  const aside = freeName(file);
  // The log first: left beside a new file it would be taken for that file's own.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${aside}-wal`);
  rmSync(`${file}-shm`, { force: true });
  renameSync(file, aside);
  finishReplacing(file);
  return aside;
}

/** If we were killed between the two steps of replacing, makes the second one. */
export function finishReplacing(file: string): void {
  if (existsSync(file) || !existsSync(newNameOf(file))) return;
  renameSync(newNameOf(file), file);
  rmSync(markOf(file), { force: true });
}

function freeName(file: string): string {
  for (let number = 1; ; number += 1) if (!existsSync(`${file}.damaged-${number}`)) return `${file}.damaged-${number}`;
}

function newNameOf(file: string): string {
  return `${file}.repaired`;
}

function markOf(file: string): string {
  return `${file}.is-damaged`;
}
