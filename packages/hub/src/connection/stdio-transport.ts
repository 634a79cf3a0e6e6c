/**
 * Carries MCP messages over the standard streams of a child process.
 *
 * The SDK's own transport signals only the direct child, dies of a message over 10 MiB and hangs on a byte order mark;
 * this one ends the whole tree and skips what is not a message.
 */

import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type Child, type ChildCommand, exitedError, startChild } from "@tenon/process";

import { createLineReader } from "./line-reader.ts";

const LONGEST_MESSAGE = 64 * 1024 * 1024;

export interface StdioTransportOptions {
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
  #child: Child | undefined;
  #delivery: Promise<void> = Promise.resolve();
  #hasLeft = false;
  #isEndedByUs = false;

  constructor(command: ChildCommand, options: StdioTransportOptions) {
    this.#command = command;
    this.#options = options;
  }

  /** By this and `stderr` the SDK knows a child process, whose silence means an older revision and not an outage. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get stderr(): string {
    return this.#child?.lastWords() ?? "";
  }

  /** Why the process is gone, when it went by itself: its exit code and its last words. */
  async whyGone(): Promise<Error | undefined> {
    const child = this.#child;
    return child && this.#hasLeft && !this.#isEndedByUs ? exitedError(child, await child.exited) : undefined;
  }

  async start(): Promise<void> {
    if (this.#child) return;
    const child = await startChild(this.#command, { onStderr: this.#options.onStderr });
    this.#child = child;
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
    return new Promise((resolve, reject) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    this.#isEndedByUs ||= !this.#hasLeft;
    await this.#child?.close();
  }

  /** By events and not by iterating, which would cost each message a few turns of the loop. */
  #read(child: Child): void {
    const reader = createLineReader({ longest: LONGEST_MESSAGE, onLine: (line) => this.#receive(line) });
    child.stdout.on("data", (chunk: Uint8Array) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
        void child.close();
      }
    });
    child.stdout.once("end", () => reader.end());
    child.stdout.once("error", (error) => this.onerror?.(error));
  }

  /**
   * One message after another, each after what the one before it set going: the SDK hears a notification a moment later
   * than a response, and would lose the progress that came before it.
   */
  #receive(line: string): void {
    const message = parseMessage(line);
    if (message) this.#delivery = this.#delivery.then(() => this.#deliver(message));
    else if (line.trim() !== "") this.#options.onNoise(line);
  }

  /** Never throws: one message that cannot be handled must not keep the next from being delivered. */
  #deliver(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** A line that is a JSON-RPC message; banners, logs and scalars are not [B-10]. */
function parseMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? value : undefined;
  } catch {
    return undefined; // not JSON: noise, which the caller reports
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";
}
