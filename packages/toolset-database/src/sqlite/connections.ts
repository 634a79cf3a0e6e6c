/**
 * The two connections to one SQLite file: for reading, opened read-only and confined to SELECT, and for changes.
 */

import { closeSync, existsSync, openSync } from "node:fs";
import { constants, DatabaseSync } from "node:sqlite";

import { ToolError } from "@tenon/toolset";

import type { SqliteSetup } from "./messages.ts";

export interface Connections {
  /** Opened when it is first needed. */
  reader(): DatabaseSync;
  writer(): DatabaseSync;
  /** Lets the reader prepare a change, to explain it; it could not run it. */
  explaining<T>(work: () => T): T;
}

/** A single value can have a gigabyte otherwise. */
const MAX_VALUE_BYTES = 64 * 1024 * 1024;
const MAX_HEAP_BYTES = 256 * 1024 * 1024;
const READING_PRAGMAS = new Set(
  "collation_list database_list foreign_key_list function_list index_info index_list index_xinfo table_info table_list table_xinfo".split(
    " ",
  ),
);
const READING = new Set([constants.SQLITE_SELECT, constants.SQLITE_READ, constants.SQLITE_RECURSIVE]);
const EXPLAINED = new Set([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE]);
/** They reach files or load code, if the library was built with them. */
const FORBIDDEN_FUNCTIONS = new Set(["edit", "fts3_tokenizer", "load_extension", "readfile", "writefile"]);

export function openConnections({ file, isReadOnly, busyMs }: SqliteSetup): Connections {
  let reader: DatabaseSync | undefined;
  let writer: DatabaseSync | undefined;
  let isExplaining = false;
  const connections: Connections = {
    reader: () => (reader ??= openReader()),
    writer: () => (writer ??= openWriter()),
    explaining(work) {
      isExplaining = true;
      try {
        return work();
      } finally {
        isExplaining = false;
      }
    },
  };
  return connections;

  function openReader(): DatabaseSync {
    // A change that was killed is undone by the next connection that may write; a reader could only fail.
    if (!isReadOnly && existsSync(`${file}-journal`)) connections.writer().prepare("SELECT 1 FROM sqlite_schema").get();
    const database = open(true);
    database.exec("PRAGMA query_only = ON");
    // Of Node.js 24.10. Before it, the read-only file and the grammar of a subquery have to do.
    if ("setAuthorizer" in database) database.setAuthorizer(authorize);
    return database;
  }

  function openWriter(): DatabaseSync {
    const database = open(false);
    database.exec("PRAGMA foreign_keys = ON");
    return database;
  }

  function open(readOnly: boolean): DatabaseSync {
    try {
      // An empty file is an empty database.
      if (!isReadOnly && !existsSync(file)) closeSync(openSync(file, "a"));
      const database = new DatabaseSync(file, { readOnly, timeout: busyMs, allowExtension: false });
      database.exec(`PRAGMA trusted_schema = OFF; PRAGMA hard_heap_limit = ${MAX_HEAP_BYTES}`);
      // Of Node.js 25.
      if ("limits" in database) database.limits.length = MAX_VALUE_BYTES;
      return database;
    } catch (cause) {
      throw new ToolError("configuration", `The SQLite file ${file} cannot be opened`, {
        hint: "Check DATABASE_URL or DB_NAME",
        cause,
      });
    }
  }

  function authorize(action: number, first: string | null, second: string | null): number {
    if (READING.has(action) || (isExplaining && EXPLAINED.has(action))) return constants.SQLITE_OK;
    if (action === constants.SQLITE_FUNCTION && !FORBIDDEN_FUNCTIONS.has(second?.toLowerCase() ?? ""))
      return constants.SQLITE_OK;
    if (action === constants.SQLITE_PRAGMA && READING_PRAGMAS.has(first?.toLowerCase() ?? ""))
      return constants.SQLITE_OK;
    return constants.SQLITE_DENY;
  }
}
