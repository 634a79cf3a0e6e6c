/**
 * Roles in sessions, and links that give them.
 */

import type { PeopleStore } from "./people-store.ts";
import { ofPerson, type Queries } from "./queries.ts";
import { linkIn, mapped, personIn, sessionRoleIn, text } from "./rows.ts";

type RolePart = "rolesOf" | "rolesIn" | "owners" | "setRole" | "removeRole" | "removeRoles";

type LinkPart = "addLink" | "linksOf" | "linkWithHash" | "removeLink" | "removeLinksOf" | "closeLinks" | "join";

/**
 * Person $2 is the only owner of session $1. Asked in the statement that changes it, after the lock that all changes take: of
 * two owners who leave at the same moment, one stays.
 */
const IS_LAST_OWNER = `(
  EXISTS (SELECT 1 FROM people_roles WHERE session_id = $1 AND person_id = $2 AND role = 'owner')
  AND NOT EXISTS (SELECT 1 FROM people_roles WHERE session_id = $1 AND person_id <> $2 AND role = 'owner'))`;

const FORGET_CLOSED = { text: "DELETE FROM people_closed_links WHERE link_id NOT IN (SELECT id FROM people_links)" };

export function sqlSharing(queries: Queries): Pick<PeopleStore, RolePart | LinkPart | "forgetSession"> {
  return {
    ...sqlRoles(queries),
    ...sqlLinks(queries),
    async forgetSession(sessionId) {
      const values = [sessionId];
      const isInIt = { text: "id IN (SELECT person_id FROM people_roles WHERE session_id = $1)", values };
      const tables = ["people_roles", "people_links"];
      const forgotten = tables.map((table) => ({ text: `DELETE FROM ${table} WHERE session_id = $1`, values }));
      await queries.change([...forgotten, FORGET_CLOSED], isInIt);
    },
  };
}

function sqlRoles({ all, change }: Queries): Pick<PeopleStore, RolePart> {
  return {
    async rolesOf(personId) {
      const rows = await all("SELECT session_id, role FROM people_roles WHERE person_id = $1", [personId]);
      return new Map(rows.map((row) => [text(row, "session_id"), sessionRoleIn(row)]));
    },
    async rolesIn(sessionId) {
      const rows = await all(
        `SELECT people.*, people_roles.role AS session_role FROM people_roles
         JOIN people ON people.id = people_roles.person_id WHERE session_id = $1 ORDER BY name_key`,
        [sessionId],
      );
      return rows.map((row) => ({ person: personIn(row), role: sessionRoleIn(row, "session_role") }));
    },
    async owners() {
      const rows = await all(
        `SELECT session_id, name FROM people_roles JOIN people ON people.id = people_roles.person_id
         WHERE people_roles.role = 'owner' ORDER BY name_key`,
      );
      const owners = new Map<string, string[]>();
      for (const row of rows) {
        const sessionId = text(row, "session_id");
        owners.set(sessionId, [...(owners.get(sessionId) ?? []), text(row, "name")]);
      }
      return owners;
    },
    async setRole(sessionId, personId, role) {
      const text = `INSERT INTO people_roles (session_id, person_id, role)
        SELECT $1, $2, $3 WHERE $3 = 'owner' OR NOT ${IS_LAST_OWNER}
        ON CONFLICT (person_id, session_id) DO UPDATE SET role = excluded.role RETURNING role`;
      return (await change({ text, values: [sessionId, personId, role] }, ofPerson(personId))).length > 0;
    },
    async removeRole(sessionId, personId) {
      const text = `DELETE FROM people_roles WHERE session_id = $1 AND person_id = $2 AND NOT ${IS_LAST_OWNER}
        RETURNING role`;
      return (await change({ text, values: [sessionId, personId] }, ofPerson(personId))).length > 0;
    },
    async removeRoles(personId) {
      const text = "DELETE FROM people_roles WHERE person_id = $1";
      await change({ text, values: [personId] }, ofPerson(personId));
    },
  };
}

function sqlLinks({ all, one, change }: Queries): Pick<PeopleStore, LinkPart> {
  return {
    async addLink({ id, sessionId, hash, role, createdBy, createdAt, expiresAt }) {
      const text = `INSERT INTO people_links (id, session_id, hash, role, created_by, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`;
      await change({ text, values: [id, sessionId, hash, role, createdBy, createdAt, expiresAt ?? null] });
    },
    async linksOf(sessionId) {
      const rows = await all("SELECT * FROM people_links WHERE session_id = $1 ORDER BY created_at, id", [sessionId]);
      return rows.map(linkIn);
    },
    linkWithHash: async (hash) => mapped(await one("SELECT * FROM people_links WHERE hash = $1", [hash]), linkIn),
    async removeLink(sessionId, id) {
      const text = "DELETE FROM people_links WHERE session_id = $1 AND id = $2 RETURNING id";
      return (await change({ text, values: [sessionId, id] })).length > 0;
    },
    async removeLinksOf(personId, sessionId) {
      const isOne = sessionId === undefined ? "" : " AND session_id = $2";
      const values = sessionId === undefined ? [personId] : [personId, sessionId];
      await change([{ text: `DELETE FROM people_links WHERE created_by = $1${isOne}`, values }, FORGET_CLOSED]);
    },
    async closeLinks(sessionId, personId) {
      const text = `INSERT INTO people_closed_links (link_id, person_id)
        SELECT id, $2 FROM people_links WHERE session_id = $1 ON CONFLICT (link_id, person_id) DO NOTHING`;
      await change({ text, values: [sessionId, personId] });
    },
    async join(linkId, personId, role) {
      const text = `INSERT INTO people_roles (session_id, person_id, role)
        SELECT session_id, $2, $3 FROM people_links WHERE id = $1
          AND NOT EXISTS (SELECT 1 FROM people_closed_links WHERE link_id = $1 AND person_id = $2)
        ON CONFLICT (person_id, session_id) DO UPDATE SET role = excluded.role RETURNING role`;
      return (await change({ text, values: [linkId, personId, role] }, ofPerson(personId))).length > 0;
    },
  };
}
