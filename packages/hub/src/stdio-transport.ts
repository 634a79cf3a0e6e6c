/**
 * Carries MCP messages over the standard streams of a child process.
 *
 * The SDK's own transport signals only the direct child, dies of a message over 10 MiB and hangs on a byte order mark;
 * this one ends the whole tree and skips what is not a message.
 */

import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type Child, type ChildCommand, startChild } from "@tenon/process";

import { readLines } from "./read-lines.ts";

const LONGEST_MESSAGE = 64 * 1024 * 1024;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #command: ChildCommand;
  readonly #onNoise: (line: string) => void;
  #child: Child | undefined;

  constructor(command: ChildCommand, options: { readonly onNoise: (line: string) => void }) {
    this.#command = command;
    this.#onNoise = options.onNoise;
  }

  /** The process, once it has been started: for its last words. */
  get child(): Child | undefined {
    return this.#child;
  }

  async start(): Promise<void> {
    const child = await startChild(this.#command);
    this.#child = child;
    void this.#read(child);
    void child.exited.then(() => this.onclose?.());
  }

  send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (!child) return Promise.reject(new Error(`${this.#command.command} has not been started`));
    return new Promise((resolve, reject) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    await this.#child?.close();
  }

  async #read(child: Child): Promise<void> {
    try {
      for await (const line of readLines(child.stdout, { longest: LONGEST_MESSAGE })) {
        const message = parseMessage(line);
        if (message) this.onmessage?.(message);
        else if (line.trim() !== "") this.#onNoise(line);
      }
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      await child.close();
    }
  }
}

/** A line that is a JSON-RPC message; banners, logs and scalars are not [P23] [B-10]. */
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
