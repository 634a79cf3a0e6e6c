/**
 * Remembers by which doors agents that are not known came for their tools, so that the next session of one that did not
 * come is given another. In a file of the user; without it everything is found out again.
 */

import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import { isObject, objectOf, parseJson, stringOf } from "@tenon/basis";
import { writePrivateFile } from "@tenon/basis/node";

import type { DoorKind } from "./agent-traits.ts";

export interface DoorMemory {
  recall(agent: string): DoorFindings;
  remember(agent: string, door: DoorKind, hasCome: boolean): void;
}

/** Whether the agent came by this door. A door that was not tried is absent. */
export type DoorFindings = Readonly<Partial<Record<DoorKind, boolean>>>;

// The oldest are forgotten.
const MAX_AGENTS = 100;

/** Neither method throws. */
export function createDoorMemory(file: string): DoorMemory {
  // What this process has found counts also where it cannot be written.
  const found = new Map<string, DoorFindings>();
  let writing = Promise.resolve();
  return {
    recall,
    remember(agent, door, hasCome) {
      const before = recall(agent);
      // What worked once, works: a turn may also end before the agent has connected.
      if (before[door] === true || before[door] === hasCome) return;
      found.set(agent, { ...before, [door]: hasCome });
      writing = writing.then(() => save(agent)).catch(() => {}); // found out again
    },
  };

  function recall(agent: string): DoorFindings {
    return found.get(agent) ?? readFindings(file).get(agent) ?? {};
  }

  /** Other processes write too. */
  async function save(agent: string): Promise<void> {
    const all = new Map(readFindings(file));
    all.delete(agent);
    all.set(agent, found.get(agent) ?? {});
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writePrivateFile(file, `${JSON.stringify(Object.fromEntries([...all].slice(-MAX_AGENTS)))}\n`);
  }
}

/** Those by which it came first, those by which it did not last. */
export function byFindings(takes: readonly DoorKind[], findings: DoorFindings): readonly DoorKind[] {
  const rank = (door: DoorKind) => (findings[door] === undefined ? 1 : findings[door] ? 0 : 2);
  return takes.toSorted((one, other) => rank(one) - rank(other));
}

/** Undefined if it does not say what it is. */
export function agentKey(initialized: unknown): string | undefined {
  const { name, version } = objectOf(objectOf(initialized)["agentInfo"]);
  return stringOf(name) === undefined ? undefined : `${String(name)} ${stringOf(version) ?? ""}`;
}

function readFindings(file: string): ReadonlyMap<string, DoorFindings> {
  try {
    const content = parseJson(readFileSync(file, "utf8"));
    return new Map(
      Object.entries(objectOf(content)).flatMap(([agent, findings]) =>
        isObject(findings) ? [[agent, findingsIn(findings)] as const] : [],
      ),
    );
  } catch {
    return new Map(); // missing
  }
}

function findingsIn({ http, stdio }: Readonly<Record<string, unknown>>): DoorFindings {
  return { ...(typeof http === "boolean" && { http }), ...(typeof stdio === "boolean" && { stdio }) };
}
