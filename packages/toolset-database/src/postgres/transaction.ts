/**
 * One transaction on a connection of the pool. Whatever happens, the transaction is over at the end, the server runs nothing
 * of it any more, and the connection has none of its settings, locks or temporary objects.
 */

import { untilAborted } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";
import pg from "pg";

import type { PostgresAddress, Settings } from "../settings.ts";
import { cancelledError } from "../core/cancelled.ts";
import { FORBIDDEN_FUNCTIONS, refuseFunctions } from "./forbidden-functions.ts";
import { connectionConfig, connectionStream, limitReceived } from "./pool.ts";
import { isConnectionLost, toToolError } from "./postgres-error.ts";
import { DANGEROUS_POWERS, refuseRole } from "./role.ts";
import { toCell } from "./values.ts";

export interface Transaction {
  /** One statement: the extended protocol refuses a second. */
  run(sql: string, values?: readonly unknown[]): Promise<pg.QueryArrayResult<unknown[]>>;
}

export interface TransactionOptions {
  readonly access: "read only" | "read write";
  /** Names in SQL that a model wrote, put to the list of forbidden functions. */
  readonly names?: readonly string[];
  readonly signal: AbortSignal;
}

export interface Transactions {
  run<T>(options: TransactionOptions, work: (transaction: Transaction) => Promise<Finish<T>>): Promise<T>;
}

interface Finish<T> {
  readonly result: T;
  /** Rolled back otherwise. */
  readonly isCommitted?: boolean;
}

/** How long the server has to end a cancelled statement before the connection is cut. */
const CANCEL_MS = 2_000;
const MAX_LOCK_MS = 5_000;

export function createTransactions(
  pool: pg.Pool,
  address: PostgresAddress,
  settings: Pick<Settings, "timeoutMs" | "allowsSuperuser">,
): Transactions {
  const { timeoutMs } = settings;
  return {
    async run({ access, names = [], signal }, work) {
      // A statement's own timeout is the server's; this one covers all statements, and a server that does not answer.
      const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs + CANCEL_MS)]);
      const client = await begin(pool, access, over, timeoutMs);
      const cancellation = cancelOnAbort(client, address, over, timeoutMs);
      try {
        cancellation.pid = await prepare(client, names, settings);
        const { result, isCommitted = false } = await work({
          run(sql, values = []) {
            over.throwIfAborted();
            return execute(client, sql, values);
          },
        });
        over.throwIfAborted();
        if (isCommitted) await commit(client);
        else await client.query("ROLLBACK");
        await giveBack(client);
        return result;
      } catch (error) {
        const failure = cancellation.failure ?? toToolError(error);
        await giveBack(client, cancellation.failure);
        throw failure;
      } finally {
        cancellation.stop();
      }
    },
  };
}

async function begin(
  pool: pg.Pool,
  access: TransactionOptions["access"],
  signal: AbortSignal,
  timeoutMs: number,
): Promise<pg.PoolClient> {
  for (let left = pool.options.max; ; left -= 1) {
    const client = await connect(pool, signal, timeoutMs);
    client.on("error", ignore);
    try {
      await client.query(`BEGIN ${access.toUpperCase()}`);
      return client;
    } catch (error) {
      release(client, true);
      // The server was restarted while the connection was idle: nothing has begun, so another connection may do it.
      if (left <= 0 || !isConnectionLost(error)) throw toToolError(error);
    }
  }
}

async function commit(client: pg.ClientBase): Promise<void> {
  try {
    await client.query("COMMIT");
  } catch (cause) {
    if (!isConnectionLost(cause)) throw cause;
    throw new ToolError(
      "unavailable",
      "The connection was lost during the commit; the change may or may not have been applied",
      {
        hint: "Look at the rows before you try again",
        cause,
      },
    );
  }
}

async function connect(pool: pg.Pool, signal: AbortSignal, timeoutMs: number): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  try {
    return await untilAborted(connecting, signal);
  } catch (error) {
    // It may still come, and then it belongs to the pool.
    void connecting.then(
      (client) => client.release(),
      () => {},
    );
    if (signal.aborted) throw cancelledError(signal, timeoutMs);
    if (pool.totalCount >= pool.options.max && pool.idleCount === 0)
      throw new ToolError("busy", `All ${pool.options.max} connections are in use`, { hint: "Try again later" });
    throw toToolError(error);
  }
}

/** Settings of this transaction only, so that they also hold behind a pooler that gives each transaction a connection. */
async function prepare(
  client: pg.ClientBase,
  names: readonly string[],
  { timeoutMs, allowsSuperuser }: Pick<Settings, "timeoutMs" | "allowsSuperuser">,
): Promise<number> {
  const { rows } = await client.query<{ pid: number; forbidden: string[]; role: string; powers: string[] }>(
    `SELECT pg_backend_pid() AS pid, ${FORBIDDEN_FUNCTIONS} AS forbidden,
      current_user AS role, ${DANGEROUS_POWERS} AS powers,
      set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true),
      set_config('idle_in_transaction_session_timeout', $4, true), set_config('standard_conforming_strings', 'on', true),
      CASE WHEN current_setting('server_version_num')::int >= 140000
        THEN set_config('client_connection_check_interval', '1000', true) END`,
    // The last one: a statement of a client that was killed would run to its end otherwise.
    [[...names], ...[timeoutMs, Math.min(timeoutMs, MAX_LOCK_MS), timeoutMs + CANCEL_MS].map(String)],
  );
  const [{ pid, forbidden, role, powers } = { pid: 0, forbidden: [], role: "", powers: [] }] = rows;
  if (!allowsSuperuser) refuseRole(role, powers);
  refuseFunctions(forbidden);
  return pid;
}

function execute(client: pg.ClientBase, text: string, values: readonly unknown[]) {
  const query = {
    text,
    values: [...values],
    rowMode: "array" as const,
    queryMode: "extended",
    types: { getTypeParser },
  };
  return client.query<unknown[]>(query);
}

function getTypeParser(oid: number) {
  return (text: string | Buffer) => toCell(String(text), oid);
}

/** Ends the statement in the server when the signal aborts, and cuts the connection if that does not help. */
function cancelOnAbort(client: pg.PoolClient, address: PostgresAddress, signal: AbortSignal, timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const cut = () => connectionStream(client)?.destroy(new Error("The connection was cut"));
  const state = {
    pid: 0,
    /** Why the transaction ended, if we ended it. */
    failure: undefined as ToolError | undefined,
    stop() {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      stopLimit();
    },
  };
  const cancel = () => {
    state.failure ??= cancelledError(signal, timeoutMs);
    timer = setTimeout(cut, CANCEL_MS);
    void cancelBackend(address, state.pid).catch(cut);
  };
  const stopLimit = limitReceived(client, (error) => {
    state.failure ??= error;
    cut();
  });
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  return state;
}

async function cancelBackend(address: PostgresAddress, pid: number): Promise<void> {
  const client = new pg.Client(connectionConfig(address));
  client.on("error", ignore);
  await client.connect();
  try {
    await client.query("SELECT pg_cancel_backend($1)", [pid]);
  } finally {
    await client.end();
  }
}

/** Nothing of the transaction stays with the connection: SET, advisory locks, cursors, LISTEN. */
async function giveBack(client: pg.PoolClient, failure?: Error): Promise<void> {
  try {
    if (failure) throw failure;
    if (client.getTransactionStatus() !== "I") await client.query("ROLLBACK");
    await client.query("DISCARD ALL");
    release(client, false);
  } catch {
    // The caller has the failure, and a connection in an unknown state is used no more.
    release(client, true);
  }
}

function release(client: pg.PoolClient, isBroken: boolean): void {
  client.off("error", ignore);
  client.release(isBroken);
}

// The statement that runs fails with it, and the next one does without.
function ignore(): void {}
