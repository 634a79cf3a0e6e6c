/**
 * A Linux control group (cgroup v2) for each child: the kernel keeps every descendant in it, also one that has left the
 * session, cleared its environment and lost its parent, which nothing else of ours can find.
 *
 * Needs a cgroup of our own that we may write to: so it is for root in a container and for programs started by a
 * user's systemd. Elsewhere there is none, and trees are found by session, marker and parent alone.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { attempt } from "./attempt.ts";

export interface ControlGroup {
  /** Writing a pid to this file moves that process into the group. */
  readonly entrance: string;
  /** Moves a process into it, at once: in a queue it would wait while the process forks. */
  add(pid: number): void;
  /** The processes in it and below. */
  members(): ReadonlySet<number>;
  /** Removes the empty group. One with a survivor in it stays. */
  remove(): void;
}

export interface ControlGroups {
  /** The folder that holds the groups of all our children; undefined where there are none. */
  readonly folder: string | undefined;
  create(name: string): ControlGroup | undefined;
}

const MEMBERS = "cgroup.procs";
const MAX_REMOVALS = 20;

/** `id` names our folder: unique to this process. The folder is created with the first group. */
export function createControlGroups(id: string): ControlGroups {
  const own = ownControlGroup();
  const folder = own && join(own, `tenon-${id}`);
  return {
    folder,
    create(name) {
      if (folder === undefined) return undefined;
      const group = join(folder, name);
      return attempt(() => {
        mkdirSync(group, { recursive: true });
        return controlGroup(group);
      });
    },
  };
}

function controlGroup(folder: string): ControlGroup {
  const entrance = join(folder, MEMBERS);
  return {
    entrance,
    add(pid) {
      // One that has left already cannot be moved, and need not be.
      attempt(() => writeFileSync(entrance, String(pid)));
    },
    members: () => new Set(groupsIn(folder).flatMap(membersOf)),
    remove: () => removeGroup(folder, 1),
  };
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
