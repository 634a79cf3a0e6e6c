/**
 * A database as the tools see it. Postgres and SQLite implement it, and one contract suite runs against both.
 *
 * Everything that waits takes a signal; aborting it ends the statement in the database and frees the connection.
 * Failures are `ToolError`s that a model can act on.
 */

export interface Database {
  readonly kind: "postgres" | "sqlite";
  /** Where it is, without a password. */
  readonly label: string;
  /** Tables and views that this role can see, in order of their names; no system tables. */
  tables(signal: AbortSignal): Promise<readonly Table[]>;
  describe(table: Table, signal: AbortSignal): Promise<TableSchema>;
  /** One SELECT in a read-only transaction. */
  read(query: Query, limits: PageLimits, signal: AbortSignal): Promise<RowPage>;
  /** The plan as text. Nothing is executed unless `analyze`, and then only a SELECT. */
  explain(query: Query, options: { readonly analyze: boolean }, signal: AbortSignal): Promise<string>;
  /** Runs the statement in a transaction, and commits it only if it touched at most `atMost` rows. */
  change(statement: Query, options: { readonly atMost: number }, signal: AbortSignal): Promise<ChangeOutcome>;
  stats(signal: AbortSignal): Promise<Stats>;
  /** Ends what is running. Calling it again returns the same promise. */
  close(): Promise<void>;
}

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** As to write it in a tool call: with its schema where that is needed. */
  readonly reference: string;
  readonly kind: "table" | "view" | "materialized view" | "foreign table";
  /** An estimate; undefined where the database has none. */
  readonly rows?: number | undefined;
  readonly comment?: string | undefined;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly default?: string | undefined;
  readonly comment?: string | undefined;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  /** The table at the other end. */
  readonly table: string;
  readonly otherColumns: readonly string[];
  /** Such as CASCADE: what deleting the referenced row does. */
  readonly onDelete: string;
}

export interface TableSchema {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Foreign keys of other tables that point here. */
  readonly referencedBy: readonly ForeignKey[];
  readonly indexes: readonly { readonly name: string; readonly definition: string }[];
}

/** SQL with parameters: `$1` in Postgres, `?` in SQLite. */
export interface Query {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface PageLimits {
  /** How many rows of the result come before this page. */
  readonly offset: number;
  readonly rows: number;
  /** How much text all cells of a page may have. */
  readonly bytes: number;
  /** How much text one cell may have before it is cut. */
  readonly cellBytes: number;
}

export interface RowPage {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  /** Whether the result goes on after this page. */
  readonly hasMore: boolean;
  /** How many cells were cut. */
  readonly cutCells: number;
}

export interface ChangeOutcome {
  readonly rows: number;
  readonly isCommitted: boolean;
  /** What RETURNING gave. */
  readonly returned: readonly Readonly<Record<string, unknown>>[];
}

export interface Stats {
  readonly version: string;
  readonly database: string;
  readonly role?: string | undefined;
  readonly sizeBytes: number;
  readonly tables: number;
  readonly views: number;
  readonly connections?: number | undefined;
}
