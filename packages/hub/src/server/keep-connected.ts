/**
 * Keeps one server connected: it connects by itself, comes back after a crash with growing pauses, gives up after too
 * many failures in a row until it is needed again, and never comes back after `close()`.
 */

import { addAbortListener } from "node:events";

import { toError, untilAborted } from "@tenon/basis";

import type { Connection, ServerInfo } from "../connection/protocol/connection.ts";
import { failureMessage } from "../connection/protocol/failure-message.ts";
import { createAlarm } from "./alarm.ts";
import { isFinal, NeedsSignInError, ServerError } from "../server-error.ts";
import type { ReceiptBook, ReceiptState } from "./receipt.ts";
import { createRetries } from "./retries.ts";

export interface KeptConnection {
  readonly state: ConnectionState;
  /** Resolves when the first attempt has ended, well or badly. Never rejects. */
  readonly settled: Promise<void>;
  /** Waits for a server that is coming back. Rejects when it does not, with the reason. */
  get(signal: AbortSignal): Promise<Connection>;
  /** Tries once more a server that was given up, unless that was just now or would change nothing. */
  retry(): void;
  /** Tries again at once: the user signed in or trusted it. */
  wake(): void;
  /** Drops the connection until it is needed: by `get` or `retry`. What was read from it stays in use. */
  park(): Promise<void>;
  /** Drops the connection and opens a new one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionState {
  /** Undefined until it has been connected once. */
  readonly info: ServerInfo | undefined;
  /** Whether the last attempt to connect failed; a server that comes back after a crash is not down yet. */
  readonly isDown: boolean;
  readonly connectedAt: number;
}

/** What is to become of the connection. */
interface Goal {
  now: "connected" | "restarted" | "parked";
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface KeepConnectedSetup {
  readonly name: string;
  readonly receipt: ReceiptBook;
  /** One attempt. Rejecting with a NeedsSignInError or a permanent ServerError stops further attempts. */
  connect(signal: AbortSignal): Promise<Connection>;
  /** Reads what the connection is needed for. The returned function puts it to use. */
  prepare(connection: Connection, signal: AbortSignal): Promise<() => void>;
  /** It is connected now, or down. */
  readonly onChange: () => void;
  readonly pauseMs: (failures: number) => number;
  readonly now: () => number;
}

// A server that lives shorter than this has not recovered from what killed it.
const STEADY_MS = 60_000;

const RESTART_REQUESTED = "restart requested";

const DOWN: ReadonlySet<ReceiptState> = new Set(["failed", "needs sign-in", "waiting for trust"]);

export function keepConnected(setup: KeepConnectedSetup): KeptConnection {
  const { receipt, now } = setup;
  const life = new AbortController();
  const alarm = createAlarm();
  const retries = createRetries(setup);
  const change = createChange();
  let attempt = new AbortController();
  let current: Connection | undefined;
  let lastFailure: Error | undefined;
  const goal: Goal = { now: "connected" };
  const state: Mutable<ConnectionState> = { info: undefined, isDown: false, connectedAt: now() };
  const running = run();

  return {
    state,
    settled: change.first,
    get,
    retry() {
      if (goal.now === "parked" || (retries.isDue() && !isFinal(lastFailure))) alarm.wake();
    },
    wake() {
      // A call from now on waits for the new attempt.
      if (lastFailure instanceof NeedsSignInError) lastFailure = undefined;
      alarm.wake();
    },
    async park() {
      const parked = current;
      if (!parked) return;
      goal.now = "parked";
      // A call from now on waits for the next one.
      current = undefined;
      alarm.clear();
      await parked.close();
    },
    async restart() {
      goal.now = "restarted";
      // A call from now on waits for the new attempt instead of failing with the old one.
      lastFailure = undefined;
      alarm.wake();
      // A server that hangs at its start would hang on until its time is up.
      if (!current) attempt.abort(new Error(RESTART_REQUESTED));
      await current?.close();
    },
    async close() {
      life.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      retries.begin();
      goal.now = "connected";
      attempt = new AbortController();
      const startedAt = now();
      const { error, wasConnected } = await liveOnce(setup, { life: life.signal, attempt, use });
      if (life.signal.aborted) break;
      lastFailure = error;
      if (isNow(goal, "parked")) {
        await alarm.sleep(undefined, life.signal);
        continue;
      }
      report(setup, state, { error, wasConnected, isRestart: isNow(goal, "restarted") });
      change.happens();
      // Ending it on purpose is not a failure of the server.
      const isFailure = !isNow(goal, "restarted") && !(wasConnected && now() - startedAt > STEADY_MS);
      const pauseMs = retries.pauseAfter({ isFailure, isFinal: isFinal(error) });
      if (!isNow(goal, "restarted")) await alarm.sleep(pauseMs, life.signal);
    }
    receipt.to("stopped");
    change.happens();
  }

  function use(connection: Connection | undefined): void {
    current = connection;
    if (!connection) return;
    Object.assign(state, { info: connection.info, isDown: false, connectedAt: now() });
    setup.onChange();
    change.happens();
  }

  async function get(signal: AbortSignal): Promise<Connection> {
    for (;;) {
      signal.throwIfAborted();
      if (current) return current;
      if (life.signal.aborted) throw new ServerError("stopped", `${setup.name} has been stopped`);
      // Trying again would give the same answer.
      if (isFailed(receipt) && isFinal(lastFailure)) throw lastFailure;
      const next = change.next();
      alarm.wake();
      await untilAborted(next, signal);
      // By then it may be starting again already; only an attempt that has failed is an answer.
      if (!current && isFailed(receipt) && lastFailure) throw lastFailure;
    }
  }
}

/** Something has happened to the connection: what waits for it looks again. */
function createChange() {
  let next = Promise.withResolvers<void>();
  return {
    first: next.promise,
    next: () => next.promise,
    happens() {
      next.resolve();
      next = Promise.withResolvers();
    },
  };
}

/** One connection from its opening to its end. Never rejects. */
async function liveOnce(
  { receipt, connect, prepare }: KeepConnectedSetup,
  options: {
    readonly life: AbortSignal;
    readonly attempt: AbortController;
    readonly use: (connection: Connection | undefined) => void;
  },
): Promise<{ readonly error: Error; readonly wasConnected: boolean }> {
  const { life, attempt, use } = options;
  const signal = AbortSignal.any([life, attempt.signal]);
  let connection: Connection | undefined;
  let wasConnected = false;
  using _ = addAbortListener(life, () => void connection?.close());
  try {
    connection = await connect(signal);
    if (life.aborted) void connection.close();
    receipt.to("started");
    const commit = await Promise.race([prepare(connection, signal), connection.closed.then(fail)]);
    commit();
    wasConnected = true;
    use(connection);
    return { error: await connection.closed, wasConnected };
  } catch (error) {
    return { error: toError(error), wasConnected };
  } finally {
    use(undefined);
    attempt.abort();
    await connection?.close();
  }
}

function report(
  { receipt, onChange }: KeepConnectedSetup,
  state: Mutable<ConnectionState>,
  end: { readonly error: Error; readonly wasConnected: boolean; readonly isRestart: boolean },
): void {
  const { error, wasConnected, isRestart } = end;
  if (isRestart) receipt.to("restarting", RESTART_REQUESTED);
  else if (wasConnected) receipt.to("restarting", failureMessage(error));
  else receipt.to(stateAfter(error), reasonFor(error));
  if (wasConnected) return;
  state.isDown = true;
  onChange();
}

/** It changes while something is waited for. */
function isNow(goal: Goal, wanted: Goal["now"]): boolean {
  return goal.now === wanted;
}

function isFailed({ current }: ReceiptBook): boolean {
  return DOWN.has(current.state);
}

function stateAfter(error: Error): ReceiptState {
  if (error instanceof NeedsSignInError) return "needs sign-in";
  return error instanceof ServerError && error.code === "not_trusted" ? "waiting for trust" : "failed";
}

function reasonFor(error: Error): string {
  return error instanceof NeedsSignInError ? error.instruction : failureMessage(error);
}

function fail(error: Error): never {
  throw error;
}
