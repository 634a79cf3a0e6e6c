/**
 * Carries MCP messages over the standard streams of a child process.
 *
 * The SDK's own transport signals only the direct child, dies of a message over 10 MiB and hangs on a byte order mark;
 * this one ends the whole tree and skips what is not a message.
 */

import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import {
  type Child,
  type ChildCommand,
  ChildError,
  type ChildOptions,
  type EndingTimes,
  exitedError,
  startChild,
} from "@tenon/process";
import { createByteLines, isObject, parseJson, toError, within } from "@tenon/basis";

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
// How long after a broken pipe its exit is waited for.
const EXIT_MS = 1_000;
// For each of the two steps: what is left of a lease when it is lost is a few seconds.
const LOST_MS = 200;

export interface StdioTransportOptions {
  /** Counts the process from before its start until it and its descendants are gone; throws if it must not start. */
  readonly count: () => Disposable;
  /** Where else to look for a command that is not on its PATH. */
  readonly betterPath?: (() => Promise<string | undefined>) | undefined;
  /** How long the server may take to end after its stdin was closed, and again after SIGTERM. */
  readonly endMs: number;
  /** Aborts when others may soon start the same server: from then on it has little time. */
  readonly lost?: AbortSignal | undefined;
  /** Hears each line that is no message [P23]. */
  readonly onNoise: (line: string) => void;
  readonly onStderr?: ((text: string) => void) | undefined;
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #command: ChildCommand;
  readonly #options: StdioTransportOptions;
  readonly #life = new AbortController();
  #starting: Promise<void> | undefined;
  #child: Child | undefined;
  #delivery: Promise<void> = Promise.resolve();
  #isRead = false;
  #hasLeft = false;
  #isEndedByUs = false;
  #hasAnswered = false;
  #fault: Error | undefined;

  constructor(command: ChildCommand, options: StdioTransportOptions) {
    this.#command = command;
    this.#options = options;
  }

  /** Not `stderr`: by `stderr` and `pid` the SDK knows a child process, and would send `initialize` to a silent one. */
  lastWords(): string {
    return this.#child?.lastWords() ?? "";
  }

  /** Why the process is gone, unless we were asked to end it: its exit code and its last words, or what it did. */
  async whyGone(): Promise<Error | undefined> {
    const child = this.#child;
    if (this.#fault) return this.#fault;
    return child && this.#hasLeft && !this.#isEndedByUs ? exitedError(child, await child.exited) : undefined;
  }

  /** Starts the process, and reads nothing of it before `start`. */
  async launch(): Promise<void> {
    await (this.#starting ??= this.#launch());
  }

  async start(): Promise<void> {
    await this.launch();
    const child = this.#child;
    if (!child || this.#isRead) return;
    this.#isRead = true;
    this.#read(child);
    // Not when the pipes close: a grandchild may hold them for ever.
    void child.exited.then(() => {
      this.#hasLeft = true;
      this.onclose?.();
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (!child) return Promise.reject(new Error(`${this.#command.command} has not been started`));
    const written = new Promise<void>((resolve, reject) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
    return written.catch(async (error: unknown) => {
      // A broken pipe is heard before the exit that broke it, whose last words say why.
      await within(EXIT_MS, child.exited);
      throw error;
    });
  }

  async close(): Promise<void> {
    this.#isEndedByUs ||= !this.#hasLeft;
    const ended = this.#child?.close(this.#ending());
    // A child that is just being started must not outlive this.
    this.#life.abort(new Error(`${this.#command.command} was stopped while it was starting`));
    await this.#starting?.catch(() => {}); // the caller of start() gets it
    await (ended ?? this.#child?.closed);
  }

  #ending(): Partial<EndingTimes> {
    const { endMs, lost } = this.#options;
    const stepMs = lost?.aborted ? Math.min(endMs, LOST_MS) : endMs;
    // A server that has never answered has nothing to save.
    return this.#hasAnswered || lost?.aborted ? { graceMs: stepMs, termMs: stepMs } : {};
  }

  async #launch(): Promise<void> {
    const { onStderr, count } = this.#options;
    const counted = count();
    const options = { onStderr, signal: this.#life.signal };
    const child = await startChild(this.#command, options)
      .catch((error: unknown) => this.#startWithBetterPath(error, options))
      .catch((error: unknown) => {
        counted[Symbol.dispose]();
        throw error;
      });
    this.#child = child;
    void child.closed.then(() => counted[Symbol.dispose]());
  }

  async #startWithBetterPath(error: unknown, options: ChildOptions): Promise<Child> {
    const isMissing = error instanceof ChildError && error.code === "not_found" && error.details.path !== undefined;
    const path = isMissing ? await this.#options.betterPath?.() : undefined;
    if (path === undefined) throw error;
    const command = { ...this.#command, env: { ...this.#command.env, PATH: path } };
    // Found on neither: the first failure names the PATH that the user knows.
    try {
      return await startChild(command, options);
    } catch (failure) {
      throw failure instanceof ChildError && failure.code === "not_found" ? error : failure;
    }
  }

  /** By events and not by iterating, which would cost each message a few turns of the loop. */
  #read(child: Child): void {
    const lines = createByteLines({
      maxBytes: MAX_MESSAGE_BYTES,
      ownsChunks: true,
      isLineFreed: true,
      onLine: (line) => this.#receive(decode(line)),
      onTooLong: () => {
        const message = `It was stopped because it sent a message over the limit of ${MAX_MESSAGE_BYTES / 2 ** 20} MiB.`;
        this.#fault ??= new RangeError(message);
        this.onerror?.(this.#fault);
        void child.close();
      },
    });
    child.stdout.on("data", (chunk: Uint8Array) => lines.push(chunk));
    child.stdout.once("end", () => lines.end());
    child.stdout.once("error", (error) => this.onerror?.(error));
  }

  /**
   * One message after another, each after what the one before it set going: the SDK receives a notification a moment later
   * than a response, and would lose the progress that came before it.
   */
  #receive(line: string): void {
    const message = parseMessage(line);
    this.#hasAnswered ||= message !== undefined;
    if (message) this.#delivery = this.#delivery.then(() => this.#deliver(message));
    else if (line.trim() !== "") this.#options.onNoise(line);
  }

  /** Never throws: one message that cannot be handled must not keep the next from being delivered. */
  #deliver(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(toError(error));
    }
  }
}

/** Without its line feed and a byte order mark. A TextDecoder takes four times as long for a large line. */
function decode(line: Uint8Array): string {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString();
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  return text.slice(start, text.endsWith("\n") ? -1 : undefined);
}

/** A line that is a JSON-RPC message; banners, logs and scalars are not [B-10]. */
function parseMessage(line: string): JSONRPCMessage | undefined {
  const value = parseJson(line);
  return isMessage(value) ? value : undefined;
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isObject(value) && value["jsonrpc"] === "2.0";
}
