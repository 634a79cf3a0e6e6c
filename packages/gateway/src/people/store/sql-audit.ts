/**
 * The audit: written and read, and never changed.
 */

import type { AuditQuery, PeopleStore } from "./people-store.ts";
import type { Queries } from "./queries.ts";
import { auditIn } from "./rows.ts";
import type { SqlValue, Statement } from "./sql.ts";

export function sqlAudit({ all }: Queries): Pick<PeopleStore, "record" | "audit"> {
  return {
    async record({ at, personId, name, action, sessionId, details = {} }) {
      const written = JSON.stringify(details);
      const words = [name, action, sessionId ?? "", written].join(" ").toLowerCase();
      await all(
        `INSERT INTO people_audit (at, person_id, name, action, session_id, details, words)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [at, personId, name, action, sessionId ?? null, written, words],
      );
    },
    async audit(query) {
      const { text, values } = auditStatement(query);
      return (await all(text, values)).map(auditIn);
    },
  };
}

function auditStatement({ limit, before, personId, sessionId, action, search }: AuditQuery): Statement {
  const values: SqlValue[] = [];
  const conditions: string[] = [];
  const where = (condition: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition.replace("?", `$${values.length}`));
  };
  where("number < ?", before);
  where("person_id = ?", personId);
  where("session_id = ?", sessionId);
  where("action = ?", action);
  where(String.raw`words LIKE ? ESCAPE '\'`, search === undefined ? undefined : `%${escaped(search.toLowerCase())}%`);
  const filter = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  values.push(limit);
  return { text: `SELECT * FROM people_audit${filter} ORDER BY number DESC LIMIT $${values.length}`, values };
}

function escaped(search: string): string {
  return search.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
