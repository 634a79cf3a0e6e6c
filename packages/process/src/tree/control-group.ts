/**
 * A Linux control group (cgroup v2) for each child: the kernel keeps every descendant in it, also one that has left the
 * session, cleared its environment and lost its parent, which nothing else of ours can find.
 *
 * Needs a cgroup of our own that we may write to: so it is for root in a container and for programs started by a
 * user's systemd. Elsewhere there is none, and trees are found by session, marker and parent alone.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { attempt } from "./attempt.ts";

export interface ControlGroup {
  /** Writing a pid to this file moves that process into the group. */
  readonly entrance: string;
  /** Moves a process into it. Resolves when it is there or cannot be. What it forks before stays outside. */
  add(pid: number): Promise<void>;
  /** The processes in it and below. */
  members(): ReadonlySet<number>;
  /** Removes the empty group. One with a survivor in it stays. */
  remove(): void;
}

export interface ControlGroups {
  /** The folder that holds the groups of all our children; undefined where there are none. */
  readonly folder: string | undefined;
  create(name: string): ControlGroup | undefined;
  /** One that is made when a process is added. */
  plan(name: string): ControlGroup | undefined;
}

const MEMBERS = "cgroup.procs";
const MAX_REMOVALS = 20;

/** `id` names our folder: unique to this process. The folder is created with the first group. */
export function createControlGroups(id: string): ControlGroups {
  const own = ownControlGroup();
  const folder = own && join(own, `tenon-${id}`);
  const move = createQueue();
  return {
    folder,
    create(name) {
      if (folder === undefined) return undefined;
      const group = join(folder, name);
      return attempt(() => {
        mkdirSync(group, { recursive: true });
        return controlGroup(group, move);
      });
    },
    plan: (name) => (folder === undefined ? undefined : controlGroup(join(folder, name), move)),
  };
}

function controlGroup(folder: string, move: ReturnType<typeof createQueue>): ControlGroup {
  const entrance = join(folder, MEMBERS);
  let isRemoved = false;
  return {
    entrance,
    add: (pid) =>
      move(async () => {
        if (isRemoved) return;
        await mkdir(folder, { recursive: true });
        // Fails for one that has left already.
        await writeFile(entrance, String(pid)).catch(() => {});
        if (isRemoved) remove();
      }),
    members: () => new Set(groupsIn(folder).flatMap(membersOf)),
    remove,
  };

  function remove(): void {
    isRemoved = true;
    removeGroup(folder, 1);
  }
}

/**
 * Runs one at a time, and never rejects. Not on the main thread: to move a process the kernel waits for all processors, which takes
 * eight milliseconds and more, while whatever else touches a group waits too. One at a time, so that they keep one of Node's four
 * threads and not all, which the journal needs.
 */
function createQueue(): (run: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (run) => (last = last.then(run).catch(() => {}));
}

/**
 * The kernel lists a process no longer once it starts to exit, but keeps its group busy until it has freed its memory:
 * a group that is removed right after a SIGKILL may have to be removed again.
 */
function removeGroup(folder: string, tries: number) {
  for (const group of groupsIn(folder).toReversed()) attempt(() => rmdirSync(group));
  if (tries < MAX_REMOVALS && existsSync(folder)) setTimeout(removeGroup, tries * 10, folder, tries + 1).unref();
}

/** A group and those below it, which a child may have made for its own children. */
function groupsIn(folder: string): readonly string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => groupsIn(join(folder, name))),
  ];
}

function membersOf(folder: string): readonly number[] {
  const text = attempt(() => readFileSync(join(folder, MEMBERS), "latin1")) ?? "";
  return text.split("\n").filter(Boolean).map(Number);
}

/** The folder of the cgroup v2 that this process is in. */
function ownControlGroup(): string | undefined {
  if (process.platform !== "linux") return undefined;
  const path = /^0::(\/.*)$/m.exec(attempt(() => readFileSync("/proc/self/cgroup", "utf8")) ?? "")?.[1];
  const mounts = attempt(() => readFileSync("/proc/self/mountinfo", "utf8")) ?? "";
  // Fields: id, parent, device, root, mount point, options …, "-", file system type.
  const mount = /^\S+ \S+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mounts);
  const [, root = "/", point] = mount ?? [];
  if (path === undefined || point === undefined) return undefined;
  // In a container the mount may show only a part of the hierarchy.
  return root === "/" ? join(point, path) : path.startsWith(root) ? join(point, path.slice(root.length)) : undefined;
}
