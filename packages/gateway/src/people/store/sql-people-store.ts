/**
 * People in SQL: the same statements for SQLite and Postgres.
 */

import type { PeopleStore } from "./people-store.ts";
import { createQueries, ofPerson, type Queries } from "./queries.ts";
import { allowanceIn, mapped, nameKey, personIn, text, tokenIn } from "./rows.ts";
import { FORMAT, schema } from "./schema.ts";
import type { Sql } from "./sql.ts";
import { sqlAudit } from "./sql-audit.ts";
import { sqlCopy } from "./sql-copy.ts";
import { sqlSharing } from "./sql-sharing.ts";

/** Makes the tables if there are none. Rejects if a newer version made them. */
export async function openSqlPeopleStore(sql: Sql): Promise<PeopleStore> {
  await sql.run(schema(sql));
  const queries = createQueries(sql);
  const state = await queries.one("SELECT format FROM people_state");
  if (Number(state?.["format"]) > FORMAT) {
    await sql.close();
    throw new Error("The people of this gateway were stored by a newer version of Tenon");
  }
  return {
    revision: async () => Number((await queries.one("SELECT revision FROM people_state"))?.["revision"]),
    changedSince: async (revision) =>
      (await queries.all("SELECT id FROM people WHERE revision > $1", [revision])).map((row) => text(row, "id")),
    ...sqlPeople(queries),
    ...sqlTokens(queries),
    ...sqlSpent(queries),
    ...sqlSharing(queries),
    ...sqlAudit(queries),
    ...sqlCopy(sql, queries),
    close: () => sql.close(),
  };
}

type PersonPart =
  | "people"
  | "person"
  | "personNamed"
  | "personWithSubject"
  | "addPerson"
  | "changePerson"
  | "allowances"
  | "setAllowance";

function sqlPeople({ all, one, change }: Queries): Pick<PeopleStore, PersonPart> {
  const find = async (where: string, ...values: readonly string[]) =>
    mapped(await one(`SELECT * FROM people WHERE ${where}`, values), personIn);
  return {
    people: async () => (await all("SELECT * FROM people ORDER BY created_at, id")).map(personIn),
    person: (id) => find("id = $1", id),
    personNamed: (name) => find("name_key = $1", nameKey(name)),
    personWithSubject: ({ issuer, subject }) => find("issuer = $1 AND subject = $2", issuer, subject),
    async addPerson({ id, name, role, subject, isRemoved, allowance, createdAt }) {
      const of = [subject?.issuer ?? null, subject?.subject ?? null];
      const values = [id, name, nameKey(name), role, ...of, Number(isRemoved), JSON.stringify(allowance), createdAt];
      const text = `INSERT INTO people (id, name, name_key, role, issuer, subject, is_removed, allowance, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`;
      return (await change({ text, values })).length > 0;
    },
    async changePerson(id, { role, allowance, isRemoved }) {
      const text = `UPDATE people SET role = COALESCE($2, role), allowance = COALESCE($3, allowance),
        is_removed = COALESCE($4, is_removed) WHERE id = $1 RETURNING id`;
      const values = [
        id,
        role ?? null,
        allowance === undefined ? null : JSON.stringify(allowance),
        isRemoved === undefined ? null : Number(isRemoved),
      ];
      return (await change({ text, values }, ofPerson(id))).length > 0;
    },
    async allowances() {
      const rows = await all("SELECT role, allowance FROM people_allowances");
      return Object.fromEntries(rows.map((row) => [text(row, "role"), allowanceIn(row)]));
    },
    async setAllowance(role, allowance) {
      const text = `INSERT INTO people_allowances (role, allowance) VALUES ($1, $2)
        ON CONFLICT (role) DO UPDATE SET allowance = excluded.allowance`;
      await change({ text, values: [role, JSON.stringify(allowance)] }, { text: "role = $1", values: [role] });
    },
  };
}

type TokenPart = "addToken" | "tokens" | "tokenWithHash" | "token" | "revokeToken";

function sqlTokens({ all, one, change }: Queries): Pick<PeopleStore, TokenPart> {
  return {
    async addToken({ id, personId, hash, createdAt, expiresAt }) {
      const text =
        "INSERT INTO people_tokens (id, person_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)";
      await change({ text, values: [id, personId, hash, createdAt, expiresAt ?? null] });
    },
    tokens: async () => (await all("SELECT * FROM people_tokens ORDER BY created_at, id")).map(tokenIn),
    tokenWithHash: async (hash) => mapped(await one("SELECT * FROM people_tokens WHERE hash = $1", [hash]), tokenIn),
    token: async (id) => mapped(await one("SELECT * FROM people_tokens WHERE id = $1", [id]), tokenIn),
    async revokeToken(id, at) {
      const text = "UPDATE people_tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id";
      return (await change({ text, values: [id, at] })).length > 0;
    },
  };
}

function sqlSpent({ one, change }: Queries): Pick<PeopleStore, "spend" | "isSpent"> {
  return {
    async spend(mark, until, now) {
      const text = "INSERT INTO people_spent (mark, ends_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING mark";
      const added = await change([
        { text: "DELETE FROM people_spent WHERE ends_at <= $1", values: [now] },
        { text, values: [mark, until] },
      ]);
      return added.length > 0;
    },
    isSpent: async (mark) => (await one("SELECT mark FROM people_spent WHERE mark = $1", [mark])) !== undefined,
  };
}
