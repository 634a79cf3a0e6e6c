/**
 * Where people, tokens, shares and the audit are kept: beside the journal, and in the same kind of store.
 *
 * The law: each call is one transaction, and when its promise resolves the change is durable. Of a token and of a link only
 * a hash is kept.
 */

import type { Allowance, OrganisationRole, Person, SessionRole, Subject } from "../person.ts";

export interface PeopleStore {
  /** Grows with every change of a person, token, role or link, and each sign-out, by any process. */
  revision(): Promise<number>;
  /** Those of whom something was changed after this revision: they themselves, their roles, what their role may use. */
  changedSince(revision: number): Promise<readonly string[]>;

  people(): Promise<readonly Person[]>;
  person(id: string): Promise<Person | undefined>;
  personNamed(name: string): Promise<Person | undefined>;
  personWithSubject(subject: Subject): Promise<Person | undefined>;
  /** False if there is one of this name or subject. */
  addPerson(person: Person): Promise<boolean>;
  /** False if there is none. */
  changePerson(id: string, changes: PersonChanges): Promise<boolean>;

  addToken(token: StoredToken): Promise<void>;
  tokens(): Promise<readonly StoredToken[]>;
  tokenWithHash(hash: string): Promise<StoredToken | undefined>;
  token(id: string): Promise<StoredToken | undefined>;
  /** For good. False if it was not there, or was revoked before. */
  revokeToken(id: string, at: number): Promise<boolean>;

  /** By session. */
  rolesOf(personId: string): Promise<ReadonlyMap<string, SessionRole>>;
  rolesIn(sessionId: string): Promise<readonly { readonly person: Person; readonly role: SessionRole }[]>;
  /** False if the session would be left without an owner: nothing has changed. */
  setRole(sessionId: string, personId: string, role: SessionRole): Promise<boolean>;
  /** The names of the owners of each session that has any. */
  owners(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** False if they had none, or are the only owner. */
  removeRole(sessionId: string, personId: string): Promise<boolean>;
  /** All of a person who is removed: their sessions are left to the administrators. */
  removeRoles(personId: string): Promise<void>;
  /** Its roles and links. */
  forgetSession(sessionId: string): Promise<void>;

  addLink(link: StoredLink): Promise<void>;
  linksOf(sessionId: string): Promise<readonly StoredLink[]>;
  linkWithHash(hash: string): Promise<StoredLink | undefined>;
  removeLink(sessionId: string, id: string): Promise<boolean>;
  /** Those that a person has made: in one session, or in all. */
  removeLinksOf(personId: string, sessionId?: string): Promise<void>;
  /** The links that a session has now are worth nothing to this person any more. */
  closeLinks(sessionId: string, personId: string): Promise<void>;
  /** Gives a person a role in the session of a link. False if the link is not there any more, or closed to them. */
  join(linkId: string, personId: string, role: SessionRole): Promise<boolean>;

  /**
   * A cookie was signed out, or a ticket was used. False if that was so before. What is to end by itself until then is
   * remembered as long.
   */
  spend(mark: string, until: number, now: number): Promise<boolean>;
  isSpent(mark: string): Promise<boolean>;

  allowances(): Promise<Readonly<Partial<Record<OrganisationRole, Allowance>>>>;
  setAllowance(role: OrganisationRole, allowance: Allowance): Promise<void>;

  /** Nothing in the audit is ever changed or removed. */
  record(entry: NewAuditEntry): Promise<void>;
  /** The newest first. */
  audit(query: AuditQuery): Promise<readonly AuditEntry[]>;

  /** All of it, for `fill` of another store. */
  contents(): Promise<StoredPeople>;
  /** All or nothing. False if this store has people already. */
  fill(contents: StoredPeople): Promise<boolean>;

  close(): Promise<void>;
}

/** The rows of each table. */
export type StoredPeople = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

export type PersonChanges = Partial<Pick<Person, "role" | "allowance" | "isRemoved">>;

export interface StoredToken {
  readonly id: string;
  readonly personId: string;
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

export interface StoredLink {
  readonly id: string;
  readonly sessionId: string;
  readonly hash: string;
  readonly role: SessionRole;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
}

export interface NewAuditEntry {
  readonly at: number;
  readonly personId: string;
  /** As it was then. */
  readonly name: string;
  /** `prompt`, `answer`, `session-delete` … */
  readonly action: string;
  readonly sessionId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface AuditEntry extends NewAuditEntry {
  readonly number: number;
}

export interface AuditQuery {
  readonly limit: number;
  /** Only those with a lower number. */
  readonly before?: number;
  readonly personId?: string;
  readonly sessionId?: string;
  readonly action?: string;
  /** In the name, the action, the session or the details, in any case. */
  readonly search?: string;
}
