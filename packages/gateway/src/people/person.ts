/**
 * People, and what each may do with a session. The person with the local token is always there, and may do everything.
 */

export interface Person {
  readonly id: string;
  /** Shown beside what they do. */
  readonly name: string;
  readonly role: OrganisationRole;
  /** By which an identity provider knows them; absent for a person who has tokens only. */
  readonly subject?: Subject;
  /** Nothing of theirs opens anything any more. Their name stays in what they did. */
  readonly isRemoved: boolean;
  readonly allowance: Allowance;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** `administrator`: everything. `member`: sessions of their own. `guest`: only what others share with them. */
export type OrganisationRole = "administrator" | "member" | "guest";
export const organisationRoles: readonly OrganisationRole[] = ["administrator", "member", "guest"];

/** What a person is in one session. Every role may look. */
export type SessionRole = "owner" | "collaborator" | "prompter" | "approver" | "viewer";
export const sessionRoles: readonly SessionRole[] = ["owner", "collaborator", "prompter", "approver", "viewer"];

/** What a member may use. What is absent comes from their role, and then from the defaults. */
export interface Allowance {
  /** Names of agents. Defaults to all. */
  readonly agents?: readonly string[];
  /** Absolute folders; all below them too. Defaults to the folder of the gateway. */
  readonly folders?: readonly string[];
  /** Open sessions that they own. */
  readonly maxSessions?: number;
  readonly promptsPerMinute?: number;
  /** MCP server processes of the sessions that they have opened. */
  readonly maxServers?: number;
}

/** The holder of the gateway's own token. */
export const LOCAL_PERSON: Person = {
  id: "local",
  name: "administrator",
  role: "administrator",
  isRemoved: false,
  allowance: {},
  createdAt: 0,
};

/** Not the user of the local token. */
export function isOtherPerson(access: { readonly person: Person } | undefined): boolean {
  return access !== undefined && access.person.id !== LOCAL_PERSON.id;
}
