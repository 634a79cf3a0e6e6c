/**
 * Which database, and what may be done with it, from the environment.
 */

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { ToolError } from "@tenon/toolset";

export interface PostgresAddress {
  readonly type: "postgres";
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | undefined;
  readonly tls: "off" | "unverified" | "verified";
}

export interface SqliteAddress {
  readonly type: "sqlite";
  readonly file: string;
}

export interface Settings {
  readonly address: PostgresAddress | SqliteAddress;
  /** How long one statement may take. */
  readonly timeoutMs: number;
  /** How many rows one page may have. */
  readonly maxRows: number;
  /** Changes of more rows than this are put to the user. */
  readonly confirmAbove: number;
  /** Whether changes are refused. */
  readonly isReadOnly: boolean;
  /** Whether a role that can reach the server's files and programs is accepted. */
  readonly allowsSuperuser: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_FILE = "database.sqlite";

export function readSettings(env: Environment): Settings {
  return {
    address: readAddress(env),
    timeoutMs: integerOf(env, "DB_TIMEOUT_MS", 30_000),
    maxRows: integerOf(env, "DB_MAX_ROWS", 1_000),
    confirmAbove: integerOf(env, "DB_CONFIRM_ABOVE", 10),
    isReadOnly: flagOf(env, "DB_READ_ONLY"),
    allowsSuperuser: flagOf(env, "DB_ALLOW_SUPERUSER"),
  };
}

function readAddress(env: Environment): PostgresAddress | SqliteAddress {
  const url = env["DATABASE_URL"];
  if (url !== undefined && url !== "") return addressOfUrl(url);
  const name = env["DB_NAME"];
  const isServer = ["DB_HOST", "DB_PORT", "DB_USER", "DB_PASSWORD"].some((one) => (env[one] ?? "") !== "");
  if (!isServer) return { type: "sqlite", file: resolve(name || DEFAULT_FILE) };
  return {
    type: "postgres",
    host: env["DB_HOST"] || "localhost",
    port: integerOf(env, "DB_PORT", 5_432),
    database: name || missing("DB_NAME"),
    user: env["DB_USER"] || missing("DB_USER"),
    password: env["DB_PASSWORD"],
    tls: tlsOf(env["DB_SSLMODE"] ?? null),
  };
}

function addressOfUrl(text: string): PostgresAddress | SqliteAddress {
  if (!/^[a-z]+:/i.test(text) || /^[a-z]:[\\/]/i.test(text)) return { type: "sqlite", file: resolve(text) };
  if (!URL.canParse(text)) throw invalid("DATABASE_URL must be a valid URL");
  const url = new URL(text);
  if (url.protocol === "file:") return { type: "sqlite", file: fileURLToPath(url) };
  if (url.protocol === "sqlite:")
    return { type: "sqlite", file: resolve(decodeURIComponent(text.slice(7).replace(/^\/\//, ""))) };
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:")
    throw invalid(`DATABASE_URL must begin with postgres:, sqlite: or file:, not ${url.protocol}`);
  const user = decodeURIComponent(url.username);
  const database = decodeURIComponent(url.pathname.slice(1)) || user;
  if (user === "" || database === "") throw invalid("DATABASE_URL must name a user and a database");
  return {
    type: "postgres",
    // A socket folder may stand where the host does, percent-encoded.
    host: url.searchParams.get("host") ?? (decodeURIComponent(url.hostname.replace(/^\[(.*)\]$/, "$1")) || "localhost"),
    port: url.port === "" ? 5_432 : Number(url.port),
    database,
    user,
    password: url.password === "" ? undefined : decodeURIComponent(url.password),
    tls: tlsOf(url.searchParams.get("sslmode")),
  };
}

function tlsOf(mode: string | null): PostgresAddress["tls"] {
  if (mode === null || mode === "" || mode === "disable") return "off";
  if (mode === "require" || mode === "no-verify") return "unverified";
  if (mode === "verify-full" || mode === "verify-ca") return "verified";
  throw invalid(`sslmode must be disable, require or verify-full, not ${mode}`);
}

function integerOf(env: Environment, name: string, otherwise: number): number {
  const text = env[name];
  if (text === undefined || text === "") return otherwise;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(`${name} must be a non-negative integer`);
  return value;
}

function flagOf(env: Environment, name: string): boolean {
  const text = env[name]?.toLowerCase() ?? "";
  if (["", "0", "false", "no"].includes(text)) return false;
  if (["1", "true", "yes"].includes(text)) return true;
  throw invalid(`${name} must be 1 or 0`);
}

function missing(name: string): never {
  throw invalid(
    `${name} is not set, but other DB_ variables of a Postgres server are: set it too, or set DATABASE_URL`,
  );
}

function invalid(message: string): ToolError {
  return new ToolError("configuration", message);
}
