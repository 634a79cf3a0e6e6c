/**
 * Statements of the store, each in its transaction. A change counts: that is how others find out about it.
 */

import type { Row, Sql, SqlValue, Statement } from "./sql.ts";

export interface Queries {
  all(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  one(text: string, values?: readonly SqlValue[]): Promise<Row | undefined>;
  /** The rows that it returns. `of` says whom it concerns: a statement's condition on people. */
  change(statements: Statement | readonly Statement[], of?: Statement): Promise<readonly Row[]>;
}

export function createQueries(sql: Pick<Sql, "run">): Queries {
  const all: Queries["all"] = async (text, values = []) => (await sql.run([{ text, values }]))[0] ?? [];
  return {
    all,
    one: async (text, values) => (await all(text, values))[0],
    async change(given, of) {
      const mark = of ? [{ text: `${MARK_PEOPLE} WHERE ${of.text}`, values: of.values ?? [] }] : [];
      const results = await sql.run([NEXT_REVISION, ...mark, ...[given].flat()]);
      return results.at(-1) ?? [];
    },
  };
}

/** A change of this person. */
export function ofPerson(id: string): Statement {
  return { text: "id = $1", values: [id] };
}

// First in its transaction: its lock makes the order of the numbers the order of the commits.
const NEXT_REVISION: Statement = { text: "UPDATE people_state SET revision = revision + 1" };
const MARK_PEOPLE = "UPDATE people SET revision = (SELECT revision FROM people_state)";
