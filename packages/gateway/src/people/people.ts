/**
 * The people of a gateway: who they are, what they may do, and what they did.
 *
 * The law: what was revoked opens nothing any more: at once for what this process revoked and for every new request, and
 * within a second for what is open and was revoked by another process.
 */

import { randomUUID } from "node:crypto";

import type { Access } from "./access.ts";
import { createLiveAccesses } from "./live-accesses.ts";
import { LOCAL_PERSON, type OrganisationRole, type Person, type Subject } from "./person.ts";
import { PeopleError } from "./people-error.ts";
import { hashOf, newSecret } from "./secret.ts";
import type { PeopleStore, StoredToken } from "./store/people-store.ts";

export interface People extends AsyncDisposable {
  readonly store: PeopleStore;
  /** What the holder of the local token may do. */
  readonly local: Access;
  /** Undefined if there is no such person, or they were removed. */
  access(personId: string): Promise<Access | undefined>;
  /** Undefined for a token that was never given, has expired or was revoked, and for that of a person who was removed. */
  withToken(token: string): Promise<TokenHolder | undefined>;
  /** Whether this token of this person still opens something. */
  isGood(tokenId: string): Promise<boolean>;
  /** For a new person or another token of a known one. Rejects with a `PeopleError`. */
  createToken(given: NewToken): Promise<CreatedToken>;
  revokeToken(id: string): Promise<boolean>;
  /** A person whom an identity provider vouches for; known from then on. Rejects if they were removed. */
  signIn(subject: Subject, name: string): Promise<Person>;
  /** How many MCP server processes the sessions that they open may run. */
  maxServers(personId: string): number;
  /** After a change of the store. Resolves when every access follows it. */
  refresh(): Promise<void>;
  /** Called after each change, by whichever process. */
  onChange(listener: () => void): Disposable;
  /** Reports a failure of the store: the first of an outage, and then its end. */
  failed(error: unknown): void;
  readonly now: () => number;
}

export interface TokenHolder {
  readonly access: Access;
  readonly tokenId: string;
  readonly expiresAt?: number;
}

export interface NewToken {
  readonly name: string;
  /** Of a new person; defaults to member. */
  readonly role?: OrganisationRole;
  readonly expiresAt?: number;
}

export interface CreatedToken {
  /** Shown once. */
  readonly token: string;
  readonly id: string;
  readonly person: Person;
}

export interface PeopleOptions {
  readonly store: PeopleStore;
  /** Where a person without folders of their own may work. */
  readonly folder: string;
  /** Once for an outage of the store, however much fails meanwhile. */
  readonly onFailure: (error: unknown) => void;
  /** The store works again. */
  readonly onRecovery?: () => void;
  readonly now?: () => number;
  /** How often another process's changes are looked for, in milliseconds. */
  readonly refreshMs?: number;
}

export function createPeople(options: PeopleOptions): People {
  const { store, folder, now = Date.now, refreshMs = 1_000 } = options;
  const { failed, worked } = watchOutage(options);
  const live = createLiveAccesses({ store, folder, onFailure: failed, now });
  const timer = setInterval(look, refreshMs);
  timer.unref();
  let looking: Promise<void> | undefined;
  const { local, refresh, onChange } = live;
  return {
    store,
    local,
    now,
    refresh,
    onChange,
    failed,
    access: live.get,
    maxServers: (personId) => live.known(personId)?.maxServers ?? 0,
    async withToken(token) {
      const stored = await store.tokenWithHash(hashOf(token));
      if (!stored || !isFresh(stored)) return undefined;
      const access = await live.get(stored.personId);
      const { id: tokenId, expiresAt } = stored;
      return access && { access, tokenId, ...(expiresAt !== undefined && { expiresAt }) };
    },
    async isGood(tokenId) {
      const stored = await store.token(tokenId);
      return stored !== undefined && isFresh(stored);
    },
    async createToken({ name, role, expiresAt }) {
      const person = await personFor(name, role);
      const [token, id] = [`tenon_${newSecret()}`, randomUUID()];
      const limit = expiresAt === undefined ? {} : { expiresAt };
      await store.addToken({ id, personId: person.id, hash: hashOf(token), createdAt: now(), ...limit });
      await refresh();
      return { token, id, person };
    },
    async revokeToken(id) {
      const wasGood = await store.revokeToken(id, now());
      await refresh();
      return wasGood;
    },
    signIn,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await live.settled();
      await store.close();
    },
  };

  /** A store that does not answer is asked once at a time. */
  function look() {
    looking ??= live
      .refresh()
      .then(worked, failed)
      .finally(() => (looking = undefined));
  }

  function isFresh({ revokedAt, expiresAt = Infinity }: StoredToken): boolean {
    return revokedAt === undefined && expiresAt > now();
  }

  async function personFor(given: string, role: OrganisationRole | undefined): Promise<Person> {
    const name = nameOf(given);
    const known = await store.personNamed(name);
    if (known?.isRemoved) throw new PeopleError("person_removed", `${name} was removed; restore them first`);
    if (known && role !== undefined && known.role !== role) {
      throw new PeopleError("role_differs", `${known.name} is there already, as ${known.role}`);
    }
    return known ?? (await add(name, role ?? "member"));
  }

  async function add(name: string, role: OrganisationRole, subject?: Subject): Promise<Person> {
    const whose = subject ? { subject } : {};
    const person: Person = {
      id: randomUUID(),
      name,
      role,
      isRemoved: false,
      allowance: {},
      createdAt: now(),
      ...whose,
    };
    if (await store.addPerson(person)) return person;
    throw new PeopleError("name_taken", `There is another ${name}`);
  }

  async function signIn(subject: Subject, given: string): Promise<Person> {
    const known = await store.personWithSubject(subject);
    if (known?.isRemoved) throw new PeopleError("person_removed", "An administrator has removed you");
    if (known) return known;
    const name = nameOf(given);
    const isTaken = (await store.personNamed(name)) !== undefined;
    // Two people of one name are kept apart; a person with tokens of the same name is another one.
    const added = await add(isTaken ? nameOf(`${name} ${randomUUID().slice(0, 4)}`) : name, "member", subject);
    await refresh();
    return added;
  }
}

function watchOutage({ onFailure, onRecovery }: Pick<PeopleOptions, "onFailure" | "onRecovery">) {
  let isOut = false;
  return {
    failed(error: unknown) {
      if (!isOut) onFailure(error);
      isOut = true;
    },
    worked() {
      if (isOut) onRecovery?.();
      isOut = false;
    },
  };
}

const MAX_NAME_LENGTH = 60;
// These stand beside what Tenon itself and the local token do.
const TAKEN: ReadonlySet<string> = new Set(["tenon", "local", LOCAL_PERSON.name]);

/** As it is shown. Throws if nothing of it can be. */
function nameOf(given: string): string {
  const name = given
    .normalize("NFC")
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  if (name !== "" && !TAKEN.has(name.normalize("NFKC").toLowerCase())) return name;
  throw new PeopleError("bad_name", `A name has 1 to ${MAX_NAME_LENGTH} characters, and is not "${given}"`);
}
