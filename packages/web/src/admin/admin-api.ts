/**
 * The gateway's requests for administrators.
 */

import { arrayOf, defined, isObject, isString, numberOf, objectOf, readArray, stringOf } from "@tenon/basis";

import { phrase } from "../language/t.ts";
import type { Api } from "../wire/api.ts";
import { refusedBy } from "../wire/gateway-fetch.ts";

export const organisationRoles = [phrase("administrator"), phrase("member"), phrase("guest")] as const;
export type OrganisationRole = (typeof organisationRoles)[number];

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: OrganisationRole;
  /** The host of the identity provider that knows them. */
  readonly issuer?: string;
  readonly isRemoved: boolean;
  readonly allowance: Allowance;
  readonly createdAt: number;
}

export interface Allowance {
  readonly agents?: readonly string[];
  readonly folders?: readonly string[];
  readonly maxSessions?: number;
  readonly promptsPerMinute?: number;
  readonly maxServers?: number;
}

export interface Token {
  readonly id: string;
  readonly personId: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

export interface Machine {
  readonly name: string;
  /** Where the others reach it; empty if there are none. */
  readonly address: string;
  readonly version: string;
  readonly startedAt: number;
  readonly liveSessions: number;
  readonly runningSessions: number;
  readonly connections: number;
  readonly pools: readonly string[];
  readonly load: number;
  readonly state: "running" | "draining" | "gone";
}

export interface AuditLine {
  readonly number: number;
  readonly at: number;
  readonly name: string;
  readonly action: string;
  readonly sessionId?: string;
  readonly details: string;
}

/** As the routes take them. */
export type AuditFilter = Readonly<Partial<Record<"search" | "person" | "action" | "before" | "limit", string>>>;

export interface AdminApi {
  people(): Promise<readonly Person[]>;
  changePerson(id: string, change: Partial<Pick<Person, "role" | "allowance" | "isRemoved">>): Promise<void>;
  removePerson(id: string): Promise<void>;
  roles(): Promise<Readonly<Partial<Record<OrganisationRole, Allowance>>>>;
  setRole(role: OrganisationRole, allowance: Allowance): Promise<void>;
  tokens(): Promise<readonly Token[]>;
  /** The token, which cannot be read again. */
  createToken(given: { readonly name: string; readonly role?: string; readonly expiresAt?: number }): Promise<string>;
  revokeToken(id: string): Promise<void>;
  machines(): Promise<readonly Machine[]>;
  /** The names of each session's owners. */
  owners(): Promise<Readonly<Record<string, readonly string[]>>>;
  audit(filter: AuditFilter): Promise<readonly AuditLine[]>;
  exportAudit(filter: AuditFilter): Promise<File>;
}

export function createAdminApi({ call, get }: Pick<Api, "call" | "get">): AdminApi {
  const idPath = (collection: string, id: string) => `/api/${collection}/${encodeURIComponent(id)}`;
  return {
    people: async () => readArray(objectOf(await call("GET", "/api/people"))["people"], readPerson),
    changePerson: async (id, change) => void (await call("PATCH", idPath("people", id), change)),
    removePerson: async (id) => void (await call("DELETE", idPath("people", id))),
    async roles() {
      const roles = objectOf(objectOf(await call("GET", "/api/roles"))["roles"]);
      return Object.fromEntries(organisationRoles.map((role) => [role, readAllowance(roles[role])]));
    },
    setRole: async (role, allowance) => void (await call("PUT", idPath("roles", role), allowance)),
    tokens: async () => readArray(objectOf(await call("GET", "/api/tokens"))["tokens"], readToken),
    createToken: async (given) => stringOf(objectOf(await call("POST", "/api/tokens", given))["token"]) ?? "",
    revokeToken: async (id) => void (await call("DELETE", idPath("tokens", id))),
    machines: async () => readArray(objectOf(await call("GET", "/api/machines"))["machines"], readMachine),
    async owners() {
      const owners = objectOf(objectOf(await call("GET", "/api/owners"))["owners"]);
      return Object.fromEntries(Object.entries(owners).map(([id, names]) => [id, arrayOf(names, isString) ?? []]));
    },
    audit: async (filter) =>
      readArray(objectOf(await call("GET", `/api/audit?${queryOf(filter)}`))["entries"], readLine),
    async exportAudit(filter) {
      const path = `/api/audit/export?${queryOf(filter)}`;
      const response = await get(path);
      if (!response.ok) throw refusedBy(response, path);
      return new File([await response.blob()], "tenon-audit.jsonl");
    },
  };
}

function queryOf(filter: AuditFilter): string {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== "")).toString();
}

function readPerson(value: unknown): Person | undefined {
  if (!isObject(value)) return undefined;
  const [id, name, createdAt] = [stringOf(value["id"]), stringOf(value["name"]), numberOf(value["createdAt"]) ?? 0];
  const role = organisationRoles.find((known) => known === value["role"]);
  if (id === undefined || name === undefined || role === undefined) return undefined;
  const issuer = URL.parse(stringOf(objectOf(value["subject"])["issuer"]) ?? "")?.host;
  const isRemoved = value["isRemoved"] === true;
  return { id, name, role, createdAt, isRemoved, allowance: readAllowance(value["allowance"]), ...defined({ issuer }) };
}

function readAllowance(value: unknown): Allowance {
  const fields = objectOf(value);
  return defined({
    agents: arrayOf(fields["agents"], isString),
    folders: arrayOf(fields["folders"], isString),
    maxSessions: numberOf(fields["maxSessions"]),
    promptsPerMinute: numberOf(fields["promptsPerMinute"]),
    maxServers: numberOf(fields["maxServers"]),
  });
}

function readToken(value: unknown): Token | undefined {
  const fields = objectOf(value);
  const [id, personId] = [stringOf(fields["id"]), stringOf(fields["personId"])];
  if (id === undefined || personId === undefined) return undefined;
  const [expiresAt, revokedAt] = [numberOf(fields["expiresAt"]), numberOf(fields["revokedAt"])];
  return { id, personId, createdAt: numberOf(fields["createdAt"]) ?? 0, ...defined({ expiresAt, revokedAt }) };
}

function readMachine(value: unknown): Machine | undefined {
  const fields = objectOf(value);
  const count = (name: string) => numberOf(fields[name]) ?? 0;
  const name = stringOf(fields["name"]);
  if (name === undefined) return undefined;
  return {
    name,
    address: stringOf(fields["address"]) ?? "",
    version: stringOf(fields["version"]) ?? "",
    startedAt: count("startedAt"),
    liveSessions: count("liveSessions"),
    runningSessions: count("runningSessions"),
    connections: count("connections"),
    pools: readArray(fields["pools"], readPool),
    load: count("load"),
    state: fields["isUp"] === false ? "gone" : fields["isDraining"] === true ? "draining" : "running",
  };
}

function readPool(value: unknown): string | undefined {
  const { name, folder } = objectOf(value);
  return typeof folder === "string" ? `${stringOf(name)} (${folder})` : stringOf(name);
}

function readLine(value: unknown): AuditLine | undefined {
  const fields = objectOf(value);
  const [number, action] = [numberOf(fields["number"]), stringOf(fields["action"])];
  if (number === undefined || action === undefined) return undefined;
  const details = Object.entries(objectOf(fields["details"])).map(([key, value]) => `${key}: ${wordsOf(value)}`);
  return {
    number,
    action,
    at: numberOf(fields["at"]) ?? 0,
    name: stringOf(fields["name"]) ?? "",
    details: details.join(", "),
    ...defined({ sessionId: stringOf(fields["sessionId"]) }),
  };
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
