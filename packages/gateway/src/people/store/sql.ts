/**
 * All that SQLite and Postgres do differently: the rest of the store is one text for both.
 */

export interface Sql {
  /** In one transaction: all or none. The rows of each, in order. Parameters are written `$1`, `$2` … */
  run(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>;
  /** How a column is declared that numbers its rows. */
  readonly numbered: string;
  /** Statements that make the table refuse changes and removals. */
  appendOnly(table: string): readonly string[];
  close(): Promise<void>;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly SqlValue[];
}

export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, unknown>>;
