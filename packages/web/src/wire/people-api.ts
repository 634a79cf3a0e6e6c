/**
 * The gateway's requests about people: who I am, and who is in a session.
 */

import { defined, isObject, numberOf, objectOf, readArray, stringOf } from "@tenon/basis";

import type { GatewayFetch } from "./gateway-fetch.ts";
import { readSessionRole, type SessionRole } from "./session-view.ts";
import { WireError } from "./wire-error.ts";

export interface PeopleApi {
  /** Undefined where there is no one but the user of the gateway. */
  me(): Promise<Me | undefined>;
  /** Where people sign in besides with a token, if they can. */
  provider(): Promise<Provider | undefined>;
  /** The id of the session that a share link leads to. */
  join(secret: string): Promise<string>;
  sharing(sessionId: string): Promise<Sharing>;
  setRole(sessionId: string, personId: string, role: SessionRole): Promise<void>;
  removePerson(sessionId: string, personId: string): Promise<void>;
  /** The secret of the link, which cannot be read again. */
  makeLink(sessionId: string, link: { readonly role: SessionRole; readonly expiresAt?: number }): Promise<string>;
  revokeLink(sessionId: string, linkId: string): Promise<void>;
}

export interface Me {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

export interface Provider {
  readonly name: string;
  readonly path: string;
}

export interface Sharing {
  readonly people: readonly Participant[];
  readonly links: readonly ShareLink[];
}

export interface Participant {
  readonly id: string;
  readonly name: string;
  readonly role: SessionRole;
}

export interface ShareLink {
  readonly id: string;
  readonly role: SessionRole;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

export function createPeopleApi({ call, get }: Pick<GatewayFetch, "call" | "get">): PeopleApi {
  const pathOf = (sessionId: string, ...rest: readonly string[]) =>
    ["/api/sessions", ...[sessionId, ...rest].map(encodeURIComponent)].join("/");
  return {
    async me() {
      const person = objectOf(objectOf(await call("GET", "/api/me"))["person"]);
      const [id, name, role] = [stringOf(person["id"]), stringOf(person["name"]), stringOf(person["role"])];
      return id === undefined || name === undefined || role === undefined ? undefined : { id, name, role };
    },
    async provider() {
      const response = await get("/api/sign-in");
      if (!response.ok) return undefined;
      const { name, path } = objectOf(objectOf(await response.json())["provider"]);
      return typeof name === "string" && typeof path === "string" ? { name, path } : undefined;
    },
    async join(link) {
      const sessionId = stringOf(objectOf(await call("POST", "/api/join", { link }))["sessionId"]);
      if (sessionId === undefined) throw new WireError("refused", "The gateway returned no session.", { call: "join" });
      return sessionId;
    },
    async sharing(sessionId) {
      const { people, links } = objectOf(await call("GET", pathOf(sessionId, "people")));
      return { people: readArray(people, readParticipant), links: readArray(links, readLink) };
    },
    async setRole(sessionId, personId, role) {
      await call("PUT", pathOf(sessionId, "people", personId), { role });
    },
    async removePerson(sessionId, personId) {
      await call("DELETE", pathOf(sessionId, "people", personId));
    },
    async makeLink(sessionId, { role, expiresAt }) {
      const made = objectOf(await call("POST", pathOf(sessionId, "links"), { role, ...defined({ expiresAt }) }));
      return stringOf(made["secret"]) ?? "";
    },
    async revokeLink(sessionId, linkId) {
      await call("DELETE", pathOf(sessionId, "links", linkId));
    },
  };
}

function readParticipant(value: unknown): Participant | undefined {
  if (!isObject(value)) return undefined;
  const [id, name, role] = [stringOf(value["id"]), stringOf(value["name"]), readSessionRole(value["role"])];
  return id === undefined || name === undefined || role === undefined ? undefined : { id, name, role };
}

function readLink(value: unknown): ShareLink | undefined {
  if (!isObject(value)) return undefined;
  const [id, role] = [stringOf(value["id"]), readSessionRole(value["role"])];
  if (id === undefined || role === undefined) return undefined;
  return { id, role, ...defined({ expiresAt: numberOf(value["expiresAt"]) }) };
}
