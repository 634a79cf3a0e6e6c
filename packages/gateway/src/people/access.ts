/**
 * What one person may do now. It follows changes while it is held: a connection that asks it later gets the later answer.
 */

import { realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";

import { type Action, decide, type Decision } from "./decide.ts";
import { type Allowance, LOCAL_PERSON, type Person, type SessionRole } from "./person.ts";

export interface Access {
  readonly person: Person;
  decide(action: Action, sessionId?: string): Decision;
  may(action: Action, sessionId?: string): boolean;
  roleIn(sessionId: string): SessionRole | undefined;
  readonly sessionIds: Iterable<string>;
  mayUseAgent(name: string): boolean;
  /** Wherever its links lead. False for one that does not exist. */
  mayUseFolder(path: string): Promise<boolean>;
  readonly maxSessions: number;
  readonly maxServers: number;
  /** False if there were too many in the last minute. */
  takePrompt(): boolean;
  /** They have begun this session. */
  own(sessionId: string): void;
  /** It was deleted: no one has a role in it any more. */
  forget(sessionId: string): void;
  record(action: string, what?: AuditedAction): void;
  /** Called when any of the above may have changed. */
  onChange(listener: () => void): Disposable;
}

export interface AuditedAction {
  readonly sessionId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Standing {
  readonly person: Person;
  readonly roles: ReadonlyMap<string, SessionRole>;
  /** Of their role. */
  readonly allowance: Allowance;
}

export interface AccessOptions {
  readonly standing: Standing;
  /** Where a person without folders of their own may work. */
  readonly folder: string;
  readonly now: () => number;
  /** These never reject. */
  saveOwner(sessionId: string, personId: string): Promise<void>;
  forget(sessionId: string): void;
  record(person: Person, action: string, what: AuditedAction): void;
}

export interface LiveAccess extends Access {
  update(standing: Standing): void;
}

const DEFAULTS = { maxSessions: 50, promptsPerMinute: 60, maxServers: 100 };
const MINUTE_MS = 60_000;

export function createAccess(options: AccessOptions): LiveAccess {
  const { standing, folder, now, saveOwner, forget, record } = options;
  const listeners = new Set<() => void>();
  // Begun here and not stored yet: a reload must not take them away.
  const begun = new Set<string>();
  let { person, roles, allowance } = standing;
  const isPromptInTime = createMinuteLimit(now);
  const allowed = () => ({ ...DEFAULTS, ...allowance, ...person.allowance });
  const unlimited = () => person.role === "administrator";
  const roleIn = (sessionId: string) => (begun.has(sessionId) ? "owner" : roles.get(sessionId));
  const decideOn = (action: Action, sessionId?: string): Decision => {
    if (person.isRemoved) return { outcome: "hidden" };
    const sessionRole = sessionId === undefined ? undefined : roleIn(sessionId);
    return decide({ role: person.role, sessionRole, action });
  };
  return {
    get person() {
      return person;
    },
    decide: decideOn,
    may: (action, sessionId) => decideOn(action, sessionId).outcome === "allowed",
    roleIn,
    get sessionIds() {
      return [...roles.keys(), ...begun];
    },
    mayUseAgent: (name) => unlimited() || (allowed().agents?.includes(name) ?? true),
    async mayUseFolder(path) {
      if (unlimited()) return true;
      const found = await realFolder(path);
      if (found === undefined) return false;
      const roots = await Promise.all((allowed().folders ?? [folder]).map(realFolder));
      return roots.some((root) => root !== undefined && isWithin(root, found));
    },
    get maxSessions() {
      return unlimited() ? Infinity : allowed().maxSessions;
    },
    get maxServers() {
      return unlimited() ? Infinity : allowed().maxServers;
    },
    takePrompt: () => unlimited() || isPromptInTime(allowed().promptsPerMinute),
    own(sessionId) {
      if (person.id === LOCAL_PERSON.id) return;
      begun.add(sessionId);
      // Until it is stored, a crash leaves the session to the administrators.
      void saveOwner(sessionId, person.id).then(() => void begun.delete(sessionId));
    },
    forget,
    record: (action, what = {}) => record(person, action, what),
    onChange(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    update(standing) {
      ({ person, roles, allowance } = standing);
      for (const listener of listeners) listener();
    },
  };
}

async function realFolder(path: string): Promise<string | undefined> {
  if (!isAbsolute(path)) return undefined;
  return await realpath(path).catch(() => undefined);
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** True, and counted, as long as there are fewer than so many within the last minute. */
function createMinuteLimit(now: () => number): (limit: number) => boolean {
  let times: readonly number[] = [];
  return (limit) => {
    times = times.filter((at) => at > now() - MINUTE_MS);
    if (times.length >= limit) return false;
    times = [...times, now()];
    return true;
  };
}
