/**
 * Processor time and memory of a process and its descendants, without those that the bench itself put there.
 */

import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

export interface Tree {
  readonly pid: number;
  /** Processes that do not count, with all below them: the MCP servers. */
  readonly except: ReadonlySet<number>;
}

/** Milliseconds of processor time that the tree has used, in steps of 10. */
export function processorMs(tree: Tree): number {
  return pidsOf(tree).reduce((sum, pid) => {
    const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
    return sum + ((user + system) * 1_000) / TICKS_PER_SECOND;
  }, 0);
}

/** Megabytes of memory: what is shared with other processes counts in proportion (PSS). */
export function memoryMb(tree: Tree): number {
  return pidsOf(tree).reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(`${pid}/smaps_rollup`))?.[1] ?? 0) / 1024,
    0,
  );
}

/** The processes that this one has started and that still run. */
export function childrenOf(pid: number): readonly number[] {
  return parents().flatMap(([child, parent]) => (parent === pid ? [child] : []));
}

function pidsOf({ pid, except }: Tree): readonly number[] {
  const all = parents();
  const below = (root: number): readonly number[] =>
    except.has(root) ? [] : [root, ...all.filter(([, parent]) => parent === root).flatMap(([child]) => below(child))];
  return below(pid);
}

function parents(): readonly (readonly [pid: number, parent: number])[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(Number(name))[1])]);
}

/** The fields after the name, which may hold blanks. */
function statOf(pid: number): readonly string[] {
  return read(`${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
}

/** Empty for a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
