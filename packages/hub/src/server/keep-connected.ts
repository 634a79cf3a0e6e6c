/**
 * Keeps one server connected: it connects by itself, comes back after a crash with growing pauses, gives up after too
 * many failures in a row until it is needed again, and never comes back after `close()`.
 */

import { addAbortListener } from "node:events";

import { toError, untilAborted } from "@tenon/basis";

import type { Connection, ServerInfo } from "../connection/protocol/connection.ts";
import { failureMessage } from "../connection/protocol/failure-message.ts";
import { type Alarm, createAlarm } from "./alarm.ts";
import { isFinal, NeedsSignInError, ServerError } from "../server-error.ts";
import type { ReceiptBook, ReceiptState } from "./receipt.ts";
import { createRetries, type Retries } from "./retries.ts";

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
  /** Why we have ended this connection; undefined if we have not, or only parked it. */
  whyEnded(connection: Connection): ServerError | undefined;
}

export interface ConnectionState {
  /** Undefined until it has been connected once. */
  readonly info: ServerInfo | undefined;
  /** Whether the last attempt to connect failed; a server that comes back after a crash is not down yet. */
  readonly isDown: boolean;
  readonly connectedAt: number;
}

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

/** The state of a kept connection, which its loop and its callers share. */
interface Keeping {
  readonly setup: KeepConnectedSetup;
  readonly life: AbortController;
  readonly alarm: Alarm;
  readonly retries: Retries;
  readonly change: ReturnType<typeof createChange>;
  readonly state: { -readonly [Key in keyof ConnectionState]: ConnectionState[Key] };
  attempt: AbortController;
  current: Connection | undefined;
  lastFailure: Error | undefined;
  /** What is to become of the connection. */
  goal: "connected" | "restarted" | "parked";
  /** The connection that was restarted last. */
  restarted: Connection | undefined;
}

export function keepConnected(setup: KeepConnectedSetup): KeptConnection {
  const keeping: Keeping = {
    setup,
    life: new AbortController(),
    alarm: createAlarm(),
    retries: createRetries(setup),
    change: createChange(),
    state: { info: undefined, isDown: false, connectedAt: setup.now() },
    attempt: new AbortController(),
    current: undefined,
    lastFailure: undefined,
    goal: "connected",
    restarted: undefined,
  };
  const { life, alarm, retries, change, state } = keeping;
  const running = run(keeping);

  return {
    state,
    settled: change.first,
    get: (signal) => connectionOf(keeping, signal),
    retry() {
      if (keeping.goal === "parked" || (retries.isDue() && !isFinal(keeping.lastFailure))) alarm.wake();
    },
    wake() {
      // A call from now on waits for the new attempt.
      if (keeping.lastFailure instanceof NeedsSignInError) keeping.lastFailure = undefined;
      alarm.wake();
    },
    async park() {
      const parked = keeping.current;
      if (!parked) return;
      keeping.goal = "parked";
      // A call from now on waits for the next one.
      keeping.current = undefined;
      alarm.clear();
      await parked.close();
    },
    async restart() {
      keeping.goal = "restarted";
      keeping.restarted = keeping.current;
      // A call from now on waits for the new attempt instead of failing with the old one.
      keeping.lastFailure = undefined;
      alarm.wake();
      // A server that hangs at its start would hang on until its time is up.
      if (!keeping.current) keeping.attempt.abort(new Error(RESTART_REQUESTED));
      await keeping.current?.close();
    },
    async close() {
      life.abort();
      await running;
    },
    whyEnded(connection) {
      if (life.signal.aborted) return new ServerError("stopped", `${setup.name} was stopped while the call ran`);
      if (keeping.restarted !== connection) return undefined;
      return new ServerError("stopped", `${setup.name} was restarted while the call ran`);
    },
  };
}

async function run(keeping: Keeping): Promise<void> {
  const { setup, life, change } = keeping;
  while (!life.signal.aborted) {
    const startedAt = setup.now();
    const end = await liveOnce(keeping);
    if (!life.signal.aborted) await untilNextAttempt(keeping, { ...end, livedMs: setup.now() - startedAt });
  }
  setup.receipt.to("stopped");
  change.happens();
}

async function untilNextAttempt(keeping: Keeping, end: End & { readonly livedMs: number }): Promise<void> {
  const { alarm, life, retries, change } = keeping;
  const { error, wasConnected, livedMs } = end;
  keeping.lastFailure = error;
  if (keeping.goal === "parked") return await alarm.sleep(undefined, life.signal);
  const isRestart = keeping.goal === "restarted";
  report(keeping, end, isRestart);
  change.happens();
  // Ending it on purpose is not a failure of the server.
  const isFailure = !isRestart && !(wasConnected && livedMs > STEADY_MS);
  const pauseMs = retries.pauseAfter({ isFailure, isFinal: isFinal(error) });
  if (!isRestart) await alarm.sleep(pauseMs, life.signal);
}

async function connectionOf(keeping: Keeping, signal: AbortSignal): Promise<Connection> {
  const { setup, life, change, alarm } = keeping;
  for (;;) {
    signal.throwIfAborted();
    if (keeping.current) return keeping.current;
    if (life.signal.aborted) throw new ServerError("stopped", `${setup.name} has been stopped`);
    // Trying again would give the same answer.
    if (isFailed(setup.receipt) && isFinal(keeping.lastFailure)) throw keeping.lastFailure;
    const next = change.next();
    alarm.wake();
    await untilAborted(next, signal);
    const failure = failureOf(keeping);
    if (failure) throw failure;
  }
}

/** By now it may be starting again already; only an attempt that has failed is an answer. */
function failureOf({ current, lastFailure, setup }: Keeping): Error | undefined {
  return !current && isFailed(setup.receipt) ? lastFailure : undefined;
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

interface End {
  readonly error: Error;
  readonly wasConnected: boolean;
}

/** One connection from its opening to its end. Never rejects. */
async function liveOnce(keeping: Keeping): Promise<End> {
  const { setup, life, retries } = keeping;
  const attempt = new AbortController();
  retries.begin();
  Object.assign(keeping, { goal: "connected", attempt });
  const signal = AbortSignal.any([life.signal, attempt.signal]);
  let connection: Connection | undefined;
  let wasConnected = false;
  using _ = addAbortListener(life.signal, () => void connection?.close());
  try {
    connection = await setup.connect(signal);
    if (life.signal.aborted) void connection.close();
    setup.receipt.to("started");
    const commit = await Promise.race([setup.prepare(connection, signal), connection.closed.then(fail)]);
    commit();
    wasConnected = true;
    use(keeping, connection);
    return { error: await connection.closed, wasConnected };
  } catch (error) {
    return { error: toError(error), wasConnected };
  } finally {
    keeping.current = undefined;
    attempt.abort();
    await connection?.close();
  }
}

function use(keeping: Keeping, connection: Connection): void {
  const { setup, state, change } = keeping;
  keeping.current = connection;
  Object.assign(state, { info: connection.info, isDown: false, connectedAt: setup.now() });
  setup.onChange();
  change.happens();
}

function report({ setup, state }: Keeping, { error, wasConnected }: End, isRestart: boolean): void {
  const { receipt, onChange } = setup;
  if (isRestart) receipt.to("restarting", RESTART_REQUESTED);
  else if (wasConnected) receipt.to("restarting", failureMessage(error));
  else receipt.to(stateAfter(error), reasonFor(error));
  if (wasConnected) return;
  state.isDown = true;
  onChange();
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
