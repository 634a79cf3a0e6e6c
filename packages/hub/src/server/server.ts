/**
 * One server of a session, kept connected.
 *
 * It connects by itself, comes back after a crash with growing pauses, gives up after too many failures in a row until
 * somebody needs it, and never comes back after `close()`. Its tools stay known while it is away.
 */

import { untilAborted } from "@tenon/basis";

import { causeCode, failureMessage, statusOf } from "../connection/failure-message.ts";
import type { Connection, ConnectionCall, RawResult, ServerInfo, ToolDefinition } from "../connection/connection.ts";
import type { ListName } from "../connection/watch-lists.ts";
import { isSessionLost, NeedsSignInError, ServerError } from "./errors.ts";
import type { ReceiptBook, ReceiptState } from "./receipt.ts";
import { createAlarm } from "./alarm.ts";

export interface Server {
  readonly name: string;
  /** Undefined until it has been connected once. */
  readonly info: ServerInfo | undefined;
  readonly tools: readonly ToolDefinition[];
  /** Whether it could not be connected when it was last tried; one that comes back after a crash is not down yet. */
  readonly isDown: boolean;
  /** Resolves when the first try has ended, well or badly. Never rejects. */
  readonly settled: Promise<void>;
  /** Waits for a server that is coming back. Rejects when it does not, with the reason. */
  connection(signal: AbortSignal): Promise<Connection>;
  call(call: ConnectionCall): Promise<RawResult>;
  /** Tries once more a server that was given up, unless that was just now or would change nothing. */
  retry(): void;
  /** Tries again at once: somebody signed in, trusted it, or asked for it. */
  wake(): void;
  /** Drops the connection and opens a new one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface ServerSetup {
  readonly name: string;
  readonly receipt: ReceiptBook;
  /** One try to connect. Rejecting with a NeedsSignInError or a permanent ServerError stops further tries. */
  connect(options: {
    readonly signal: AbortSignal;
    readonly onListChange: (list: ListName) => void;
  }): Promise<Connection>;
  /** Runs a request that may be refused for want of a sign-in, and again after one. */
  signedIn<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Before each listing. */
  readonly onListing: () => void;
  /** After each listing, and when the server is down. */
  readonly onTools: () => void;
  /** A list that is not kept here has changed: whoever reads it from the server's client should read it again. */
  readonly onListChange: (list: ListName) => void;
  readonly onWarning: (warning: string) => void;
  readonly pauseMs: (attempt: number) => number;
  readonly now: () => number;
}

// Then somebody has to need it: a program that cannot start is not started for ever [P14].
const MOST_FAILURES = 5;
// A server that was given up is tried again with a prompt, but not with every prompt.
const RETRY_MS = 60_000;
// A server that lives shorter than this has not recovered from what killed it.
const STEADY_MS = 60_000;
// A list that changes ten times in a moment is read once [O-18].
const SETTLE_MS = 100;
// After such a silence the laptop may have slept and the connection be dead without anybody knowing [P16].
const IDLE_MS = 5 * 60_000;
const ALIVE_MS = 5_000;

export function openServer(setup: ServerSetup): Server {
  const { name, receipt, pauseMs, now } = setup;
  const life = new AbortController();
  const alarm = createAlarm();
  let current: Connection | undefined;
  let attempt = new AbortController();
  let info: ServerInfo | undefined;
  let tools: readonly ToolDefinition[] = [];
  let lastFailure: Error | undefined;
  let lastUse = now();
  let callsInFlight = 0;
  let isRestartWanted = false;
  let hasFailed = false;
  let givenUpAt: number | undefined;
  let change = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<void>();
  const running = run();

  return {
    name,
    get info() {
      return info;
    },
    get tools() {
      return tools;
    },
    get isDown() {
      return hasFailed;
    },
    settled: settled.promise,
    connection,
    call,
    retry() {
      if (givenUpAt !== undefined && now() - givenUpAt > RETRY_MS && !isFinal(lastFailure)) alarm.wake();
    },
    wake() {
      // Whoever asks from now on waits for the new try.
      if (lastFailure instanceof NeedsSignInError) lastFailure = undefined;
      alarm.wake();
    },
    async restart() {
      isRestartWanted = true;
      // Whoever asks from now on waits for the new try instead of hearing of the old one.
      lastFailure = undefined;
      alarm.wake();
      // One that hangs at its start would hang on until its time is up.
      if (!current) attempt.abort(new Error("somebody asked for it"));
      await current?.close();
    },
    async close() {
      life.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    let failures = 0;
    while (!life.signal.aborted) {
      try {
        isRestartWanted = false;
        const connectedAt = now();
        const why = await live();
        if (life.signal.aborted) break;
        // Ending it on purpose is no failure of the server's.
        failures = isRestartWanted || now() - connectedAt > STEADY_MS ? 0 : failures + 1;
        lastFailure = why;
        receipt.to("restarting", isRestartWanted ? "somebody asked for it" : failureMessage(why));
      } catch (error) {
        if (life.signal.aborted) break;
        failures = isRestartWanted ? 0 : failures + 1;
        lastFailure = error instanceof Error ? error : new Error(String(error));
        if (isRestartWanted) receipt.to("restarting", "somebody asked for it");
        else receipt.to(stateAfter(error), reasonFor(lastFailure));
        hasFailed = true;
        if (tools.length > 0) setup.onTools();
      }
      settled.resolve();
      changed();
      if (isRestartWanted) continue;
      const isOver = failures > MOST_FAILURES || isFinal(lastFailure);
      givenUpAt = isOver ? now() : undefined;
      await alarm.sleep(isOver ? undefined : pauseMs(Math.max(0, failures - 1)), life.signal);
      givenUpAt = undefined;
    }
    settled.resolve();
    receipt.to("stopped");
    changed();
  }

  /** Connects and lists; returns when the connection has ended, with the reason. Throws when there never was one. */
  async function live(): Promise<Error> {
    const mine = (attempt = new AbortController());
    const signal = AbortSignal.any([life.signal, mine.signal]);
    let listing = Promise.resolve();
    let scheduled: Promise<void> | undefined;
    const connection = await setup.connect({
      signal,
      onListChange: (list) => (list === "tools" ? refreshSoon() : setup.onListChange(list)),
    });
    const leave = () => void connection.close();
    life.signal.addEventListener("abort", leave);
    try {
      if (life.signal.aborted) leave();
      info = connection.info;
      receipt.to("started");
      tools = await Promise.race([list(), connection.closed.then(fail)]);
      receipt.to("listed", `${tools.length} tools`);
      current = connection;
      hasFailed = false;
      lastUse = now();
      setup.onTools();
      settled.resolve();
      changed();
      return await connection.closed;
    } finally {
      current = undefined;
      life.signal.removeEventListener("abort", leave);
      mine.abort();
      await connection.close();
    }

    // Read once for a burst of changes, and one after the other, so that the last answer is the one that stays.
    function refreshSoon(): void {
      scheduled ??= createAlarm()
        .sleep(SETTLE_MS, signal)
        .then(() => {
          scheduled = undefined;
          listing = listing.then(refresh);
        });
    }

    function list(): Promise<readonly ToolDefinition[]> {
      const fresh = () => {
        setup.onListing();
        return connection.listTools({ signal });
      };
      return setup.signedIn(fresh, signal);
    }

    async function refresh(): Promise<void> {
      if (signal.aborted || current !== connection) return;
      try {
        tools = await list();
        setup.onTools();
      } catch (error) {
        if (!signal.aborted) setup.onWarning(`${name} did not list its changed tools: ${failureMessage(error)}`);
      }
    }
  }

  async function connection(signal: AbortSignal): Promise<Connection> {
    for (;;) {
      signal.throwIfAborted();
      if (current) return current;
      if (life.signal.aborted) throw new ServerError("stopped", `${name} has been stopped`);
      // Trying again would give the same answer.
      if (isDown() && isFinal(lastFailure)) throw lastFailure;
      const next = change.promise;
      alarm.wake();
      await untilAborted(next, signal);
      // By then it may be on its way again already; only a try that has ended badly is an answer.
      if (!current && isDown() && lastFailure) throw lastFailure;
    }
  }

  async function call(request: ConnectionCall): Promise<RawResult> {
    let connected = await connection(request.signal);
    if (callsInFlight === 0 && now() - lastUse > IDLE_MS) connected = await alive(connected, request.signal);
    callsInFlight += 1;
    try {
      receipt.to("called", request.tool.name);
      return await connected.call(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (!isSessionLost(error)) throw await reasonOf(error, connected);
      // The server refused the call unread, so it is safe to send it again, once, in a new session [P36].
      await connected.close();
      return await (await connection(request.signal)).call(request);
    } finally {
      callsInFlight -= 1;
      lastUse = now();
    }
  }

  /** The connection, or a new one if this one has died in its sleep. */
  async function alive(connected: Connection, signal: AbortSignal): Promise<Connection> {
    try {
      await connected.checkAlive({ ms: ALIVE_MS });
      return connected;
    } catch {
      setup.onWarning(`${name} gave no sign of life after a long silence, and is connected again`);
      await connected.close();
      return await connection(signal);
    }
  }

  function isDown(): boolean {
    return DOWN.has(receipt.current.state);
  }

  function changed(): void {
    change.resolve();
    change = Promise.withResolvers();
  }
}

/**
 * Why a call failed: the end of the server, if that is what it was, with its exit code and last words [P13]; the status
 * and the body, if something answered over HTTP that was not the server [O-15]; the address, if there was no connection.
 */
async function reasonOf(error: unknown, connection: Connection): Promise<unknown> {
  const isConnectionLost = error instanceof Error && "code" in error && error.code === "CONNECTION_CLOSED";
  if (isConnectionLost) return await connection.closed;
  const isOfTransport = statusOf(error) !== undefined || causeCode(error) !== undefined;
  return isOfTransport ? new Error(failureMessage(error), { cause: error }) : error;
}

/** Whether trying again would give the same answer until a person changes something. */
function isFinal(error: Error | undefined): boolean {
  return error instanceof NeedsSignInError || isPermanent(error);
}

function isPermanent(error: Error | undefined): boolean {
  const code: unknown = error && "code" in error ? error.code : undefined;
  return typeof code === "string" && PERMANENT.has(code);
}

const PERMANENT = new Set([
  "not_found",
  "not_executable",
  "cwd_not_found",
  "not_admitted",
  "not_trusted",
  "bad_configuration",
]);

const DOWN: ReadonlySet<ReceiptState> = new Set(["failed", "needs sign-in", "waiting for trust"]);

function stateAfter(error: unknown): ReceiptState {
  if (error instanceof NeedsSignInError) return "needs sign-in";
  return error instanceof ServerError && error.code === "not_trusted" ? "waiting for trust" : "failed";
}

function reasonFor(error: Error): string {
  return error instanceof NeedsSignInError ? error.instruction : failureMessage(error);
}

function fail(error: Error): never {
  throw error;
}
