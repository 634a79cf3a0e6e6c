/**
 * A real Postgres server for tests: in a folder of its own, on a socket there, without root, Docker or network. It ends
 * with this process, also when that is killed, and leaves nothing.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { objectOf, stringOf } from "@tenon/basis";
import pg from "pg";

import { programArguments } from "../program-arguments.ts";
import { postgresPrograms } from "./binaries.ts";
import type { KeeperRequest } from "./keeper-messages.ts";

/** The user and group that Postgres runs as where we are root: `nobody`. */
const UNPRIVILEGED = 65_534;
const PASSWORD = "tenon-test";
/** An ordinary role that owns the databases. */
const OWNER = "app";

export interface PostgresOptions {
  /** Whether a commit survives a power failure; off by default, which no crash of a process can show. */
  readonly fsync?: boolean;
  /** More settings of `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface PostgresDatabase extends AsyncDisposable {
  readonly name: string;
  /** As the ordinary role that owns it. */
  readonly url: string;
  /** As the superuser. */
  readonly adminUrl: string;
  /** Ends its connections and removes it. */
  drop(): Promise<void>;
}

export interface PostgresServer extends AsyncDisposable {
  /** The folder of its socket, or an address where there are no such sockets. */
  readonly host: string;
  readonly port: number;
  /** An empty database. */
  createDatabase(): Promise<PostgresDatabase>;
  /** One statement as the superuser in the database `postgres`. */
  administer(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Ends all connections and starts again, on the same port. */
  restart(): Promise<void>;
  /** Ends at once, as in a crash; what was committed is there after `start`. */
  crash(): Promise<void>;
  /** Starts again after `crash`. */
  start(): Promise<void>;
  /** Ends the server and removes its folder. Calling it again returns the same promise. */
  close(): Promise<void>;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const uid = process.getuid?.() === 0 ? UNPRIVILEGED : undefined;
  const folder = mkdtempSync(join(tmpdir(), "tenon-postgres-"));
  if (uid !== undefined) chownSync(folder, uid, uid);
  const keeper = startKeeper();
  try {
    const address = await addressIn(folder);
    const settings = { ...speed(options.fsync ?? false), ...address.settings, ...options.settings };
    const programs = postgresPrograms(folder, uid);
    await keeper.ask({ type: "setup", setup: { programs, folder, password: PASSWORD, settings, uid } });
    await keeper.ask({ type: "start" });
    return await serverAt(address, keeper);
  } catch (error) {
    await keeper.close();
    throw error;
  }
}

async function serverAt({ host, port }: Address, keeper: Keeper): Promise<PostgresServer> {
  let databases = 0;
  const location = `${encodeURIComponent(host)}:${port}`;
  const url = (user: string, database: string) => `postgres://${user}:${PASSWORD}@${location}/${database}`;
  const start = () => keeper.ask({ type: "start" });
  const server: PostgresServer = {
    host,
    port,
    async administer(sql, values = []) {
      const client = new pg.Client({ connectionString: url("postgres", "postgres") });
      await client.connect();
      try {
        const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
        return rows;
      } finally {
        await client.end();
      }
    },
    async createDatabase() {
      const name = `test_${(databases += 1)}`;
      await server.administer(`CREATE DATABASE ${name} OWNER ${OWNER} TEMPLATE template0`);
      const drop = async () => void (await server.administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      return { name, url: url(OWNER, name), adminUrl: url("postgres", name), drop, [Symbol.asyncDispose]: drop };
    },
    async restart() {
      await keeper.ask({ type: "stop", how: "fast" });
      await start();
    },
    crash: () => keeper.ask({ type: "stop", how: "immediate" }),
    start,
    close: keeper.close,
    [Symbol.asyncDispose]: keeper.close,
  };
  await server.administer(`CREATE ROLE ${OWNER} LOGIN PASSWORD '${PASSWORD}'`);
  return server;
}

function speed(fsync: boolean): Record<string, string> {
  const durability = fsync ? {} : { fsync: "off", full_page_writes: "off" };
  // Nothing is replicated, and several servers share the machine.
  return { ...durability, wal_level: "minimal", max_wal_senders: "0", shared_buffers: "32MB" };
}

interface Keeper {
  ask(request: KeeperRequest): Promise<void>;
  close(): Promise<void>;
}

function startKeeper(): Keeper {
  const words = programArguments("keeper-main", import.meta.url);
  const program = words.pop() ?? "";
  // In a group of its own: what ends the test command's group must leave it time to clear up.
  const child = fork(program, [], { execArgv: words, detached: true, stdio: "ignore" });
  const exited = once(child, "exit");
  // A server that several tests share must not keep their process running.
  child.unref();
  child.channel?.unref();
  let closing: Promise<void> | undefined;
  return {
    async ask(request) {
      child.ref();
      child.channel?.ref();
      try {
        child.send(request);
        const ended = exited.then(() => [{ message: "its keeper ended" }]);
        const [answer]: unknown[] = await Promise.race([once(child, "message"), ended]);
        const message = stringOf(objectOf(answer)["message"]);
        if (message !== undefined) throw new Error(`Postgres for tests: ${message}`);
      } finally {
        child.unref();
        child.channel?.unref();
      }
    },
    close: () => (closing ??= close()),
  };

  async function close() {
    child.ref();
    if (child.connected) child.disconnect();
    await exited;
  }
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** A port could be taken by another test before Postgres has it; no other program has a socket in this folder. */
async function addressIn(folder: string): Promise<Address> {
  const [host, port] = process.platform === "win32" ? ["127.0.0.1", await freePort()] : [folder, 5_432];
  const isSocket = host === folder;
  const settings = { listen_addresses: isSocket ? "" : host, unix_socket_directories: isSocket ? folder : "" };
  return { host, port, settings: { ...settings, port: String(port) } };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The loopback interface has no free port");
  return address.port;
}
