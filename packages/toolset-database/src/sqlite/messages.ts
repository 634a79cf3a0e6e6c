/** What the process that holds a SQLite database is asked, and what it answers. */

import type { ChangeOutcome, PageLimits, Query, RowPage, Stats, Table, TableSchema } from "../core/database.ts";

export interface SqliteSetup {
  readonly file: string;
  readonly isReadOnly: boolean;
  readonly busyMs: number;
}

/** Each operation: what it takes, and its result. */
export interface Operations {
  tables(input: object): Table[];
  describe(input: { readonly table: Table }): TableSchema;
  read(input: { readonly query: Query; readonly limits: PageLimits }): RowPage;
  explain(input: { readonly query: Query }): string;
  change(input: { readonly query: Query; readonly atMost: number }): ChangeOutcome;
  stats(input: object): Stats;
}

export type Request = {
  [Name in keyof Operations]: { readonly operation: Name; readonly input: Parameters<Operations[Name]>[0] };
}[keyof Operations];

export type Answer<Name extends keyof Operations = keyof Operations> =
  | { readonly result: ReturnType<Operations[Name]> }
  | { readonly error: { readonly kind: string; readonly message: string; readonly hint?: string | undefined } };
