/**
 * A lock among processes, as a file that exists while it is held.
 *
 * A lock whose owner is gone is taken over. An owner that runs but is slow keeps its lock: waiters give up before that.
 */

import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { errorCode, objectOf } from "@tenon/basis";
import { isSameProcess, processStart } from "@tenon/basis/node";

export interface Lock extends AsyncDisposable {
  release(): Promise<void>;
}

// Each waiter loses half of this on average; a token request takes longer.
const LOOK_AGAIN_MS = 20;
// Of a machine that shares the folder we cannot ask who runs there. No lock is held for nearly as long.
const ELSEWHERE_MS = 5 * 60_000;

/** Waits until the lock is free, or the signal aborts. The folder must exist. */
export async function acquireLock(path: string, options: { readonly signal?: AbortSignal } = {}): Promise<Lock> {
  const { signal } = options;
  signal?.throwIfAborted();
  await using claim = await openClaim(path);
  while (!(await claim.succeeds())) {
    const pause = LOOK_AGAIN_MS * (0.5 + Math.random());
    await sleep(pause, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
  }
  return lockOf(path, claim.owner);
}

interface Owner {
  readonly id: string;
  readonly pid: number;
  readonly startedAt?: string;
  readonly host: string;
}

interface Claim extends AsyncDisposable {
  readonly owner: Owner;
  /** Whether the lock is ours now. */
  succeeds(): Promise<boolean>;
}

async function openClaim(path: string): Promise<Claim> {
  const startedAt = await processStart(process.pid);
  const owner = { id: randomUUID(), pid: process.pid, host: hostname(), ...(startedAt && { startedAt }) };
  const file = `${path}.${owner.id}`;
  await writeFile(file, JSON.stringify(owner), { mode: 0o600, flag: "wx" });
  return {
    owner,
    // Linked, not written, into place: at no moment is there a lock that does not say whose it is.
    succeeds: async () => (await linked(file, path)) || (await takenOver(file, path)),
    [Symbol.asyncDispose]: () => rm(file, { force: true }),
  };
}

function lockOf(path: string, me: Owner): Lock {
  const release = async () => {
    if ((await readOwner(path))?.id === me.id) await rm(path, { force: true });
  };
  return { release, [Symbol.asyncDispose]: release };
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Puts our lock in the place of one whose owner is gone. */
async function takenOver(file: string, path: string): Promise<boolean> {
  const owner = await readOwner(path);
  if (!owner || !(await isGone(owner, path))) return false;
  // Several processes may see at once that it is gone. Only one at a time has the lock on this owner's file, and the
  // next finds another owner in it.
  const place = `${path}.${owner.id}.gone`;
  await using claim = await openClaim(place);
  if (!(await claim.succeeds())) return false;
  await using _lock = lockOf(place, claim.owner);
  if ((await readOwner(path))?.id !== owner.id) return false;
  await rename(file, path);
  return true;
}

async function isGone(owner: Owner, path: string): Promise<boolean> {
  if (owner.host === hostname()) return !(await isSameProcess(owner));
  const info = await stat(path).catch(() => undefined); // Released meanwhile.
  return info !== undefined && Date.now() - info.mtimeMs > ELSEWHERE_MS;
}

/** Undefined if there is no lock; an unknown owner if the file is not one of ours. */
async function readOwner(path: string): Promise<Owner | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined); // Another failure is met when it is made.
  if (text === undefined) return undefined;
  try {
    const owner: unknown = JSON.parse(text);
    if (isOwner(owner)) return owner;
  } catch {
    // Not written by us.
  }
  return { id: "unknown", pid: 0, host: "" };
}

function isOwner(value: unknown): value is Owner {
  const { id, pid, host, startedAt } = objectOf(value);
  // The id becomes part of a file's name.
  const isNamed = typeof id === "string" && /^[0-9a-f-]{36}$/.test(id) && typeof host === "string";
  return isNamed && typeof pid === "number" && (startedAt === undefined || typeof startedAt === "string");
}
