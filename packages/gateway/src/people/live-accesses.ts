/**
 * What each person may do, kept for those who have been here, and brought up to date when anything has changed.
 */

import { type Access, createAccess, type LiveAccess, type Standing } from "./access.ts";
import { LOCAL_PERSON } from "./person.ts";
import type { PeopleStore } from "./store/people-store.ts";

export interface LiveAccesses {
  readonly local: Access;
  /** Undefined if there is no such person, or they were removed. */
  get(personId: string): Promise<Access | undefined>;
  /** What is known of a person who has been here; others have begun nothing here. */
  known(personId: string): Access | undefined;
  /** After a change of the store. Resolves when every access follows it. */
  refresh(): Promise<void>;
  onChange(listener: () => void): Disposable;
  /** Resolves when all that was done is recorded. */
  settled(): Promise<void>;
}

export interface LiveAccessesOptions {
  readonly store: PeopleStore;
  /** Where a person without folders of their own may work. */
  readonly folder: string;
  readonly onFailure: (error: unknown) => void;
  readonly now: () => number;
}

export function createLiveAccesses({ store, folder, onFailure, now }: LiveAccessesOptions): LiveAccesses {
  const held = new Map<string, LiveAccess>();
  const changes = createStoreChanges(store, async (personId) => {
    const live = held.get(personId);
    const standing = live && (await standingOf(personId));
    if (standing) live?.update(standing);
  });
  const { refresh } = changes;
  let recorded: Promise<void> = Promise.resolve();
  const local = open({ person: LOCAL_PERSON, roles: new Map(), allowance: {} });
  return {
    local,
    async get(personId) {
      if (personId === LOCAL_PERSON.id) return local;
      await refresh();
      const known = held.get(personId) ?? (await load(personId));
      return known && !known.person.isRemoved ? known : undefined;
    },
    known: (personId) => held.get(personId),
    refresh,
    onChange: changes.onChange,
    async settled() {
      await changes.settled();
      await recorded;
    },
  };

  async function load(personId: string): Promise<LiveAccess | undefined> {
    let known = await store.revision();
    const standing = await standingOf(personId);
    if (!standing) return undefined;
    // Two requests may have loaded it at once; all must hold the same.
    const opened = held.get(personId) ?? open(standing);
    held.set(personId, opened);
    // What changed while it was read may have been looked at before it was held.
    for (let found = await store.revision(); found !== known; found = await store.revision()) {
      known = found;
      const later = await standingOf(personId);
      if (later) opened.update(later);
    }
    return opened;
  }

  function open(standing: Standing): LiveAccess {
    return createAccess({
      standing,
      folder,
      now,
      async saveOwner(sessionId, personId) {
        await store.setRole(sessionId, personId, "owner").catch(onFailure);
        await refresh().catch(onFailure);
      },
      forget: (sessionId) => void store.forgetSession(sessionId).then(refresh).catch(onFailure),
      record(person, action, what) {
        const entry = { at: now(), personId: person.id, name: person.name, action, ...what };
        recorded = recorded.then(() => store.record(entry)).catch(onFailure);
      },
    });
  }

  async function standingOf(personId: string): Promise<Standing | undefined> {
    const person = await store.person(personId);
    if (!person) return undefined;
    const [roles, allowances] = await Promise.all([store.rolesOf(personId), store.allowances()]);
    return { person, roles, allowance: allowances[person.role] ?? {} };
  }
}

/** Looks which people have changed in the store, one look after another. */
function createStoreChanges(store: PeopleStore, onPerson: (personId: string) => Promise<void>) {
  const listeners = new Set<() => void>();
  let revision: number | undefined;
  let looking: Promise<void> = Promise.resolve();
  return {
    refresh(): Promise<void> {
      looking = looking.then(look, look);
      return looking;
    },
    onChange(listener: () => void): Disposable {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    settled: () => looking.catch(() => {}), // its caller got the error
  };

  async function look(): Promise<void> {
    const found = await store.revision();
    if (found === revision) return;
    for (const personId of await store.changedSince(revision ?? 0)) await onPerson(personId);
    revision = found;
    for (const listener of listeners) listener();
  }
}
