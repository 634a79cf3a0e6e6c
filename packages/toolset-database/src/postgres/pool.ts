/**
 * Connections to one Postgres server. What one receives is limited.
 */

import type { Duplex } from "node:stream";

import { formatBytes } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";
import pg from "pg";

import type { PostgresAddress } from "../settings.ts";

const MAX_CONNECTIONS = 4;
const CONNECT_MS = 10_000;
const IDLE_MS = 10_000;

/** What one operation may receive: a single value can be a gigabyte, and the driver holds all of it. */
const MAX_RECEIVED_BYTES = 64 * 1024 * 1024;

export function connectionConfig(address: PostgresAddress): pg.ClientConfig {
  const { host, port, database, user, password, tls } = address;
  return {
    host,
    port,
    database,
    user,
    // A function, because without a password the driver would look for one in the user's environment and files.
    password: () => password ?? "",
    ssl: tls === "off" ? false : { rejectUnauthorized: tls === "verified" },
    application_name: "tenon-toolset-database",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  };
}

export function createPool(address: PostgresAddress): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(address), max: MAX_CONNECTIONS, idleTimeoutMillis: IDLE_MS });
  // An idle connection that breaks is out of the pool; the next call makes another.
  pool.on("error", () => {});
  return pool;
}

/** Calls `exceeded` when more than the limit has been received. Returns what ends the watch. */
export function limitReceived(client: pg.ClientBase, exceeded: (error: ToolError) => void): () => void {
  const stream = connectionStream(client);
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received <= MAX_RECEIVED_BYTES) return;
    stop();
    exceeded(
      new ToolError("too_large", `The rows are too large: the result exceeds ${formatBytes(MAX_RECEIVED_BYTES)}`, {
        hint: "Select fewer columns, or a part of the long ones with substring()",
      }),
    );
  };
  const stop = () => void stream?.off("data", count);
  stream?.on("data", count);
  return stop;
}

/** The socket, with or without TLS. */
export function connectionStream(client: pg.ClientBase): Duplex | undefined {
  return "connection" in client && client.connection instanceof pg.Connection ? client.connection.stream : undefined;
}
