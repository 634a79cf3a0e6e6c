import type { Dialect } from "./core/change.ts";
import type { Database } from "./core/database.ts";
import { openPostgres, postgresDialect } from "./postgres/postgres-database.ts";
import type { Settings } from "./settings.ts";
import { openSqlite, sqliteDialect } from "./sqlite/sqlite-database.ts";

/** Connects when the first operation needs it. */
export function openDatabase(settings: Settings): Database {
  const { address } = settings;
  return address.type === "postgres" ? openPostgres(address, settings) : openSqlite(address, settings);
}

export function dialectOf({ kind }: Database): Dialect {
  return kind === "postgres" ? postgresDialect : sqliteDialect;
}
