/**
 * What a person types while a question is on the terminal.
 *
 * Only then: a terminal that is read all the time stops a command that runs in the background. What was typed before the
 * question could be read answers nothing [D-16].
 */

import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReadStream } from "node:tty";

import type { Style } from "../../../terminal/style.ts";

export interface Keyboard {
  /** The keys that are typed from now on, until the signal aborts. */
  keys(options: { readonly signal: AbortSignal }): AsyncIterable<string>;
  /** Asks for lines, one after another. */
  lines(options: { readonly signal: AbortSignal }): Promise<Lines>;
}

export interface Lines extends Disposable {
  /** Undefined if the person will not answer (Ctrl-D), or the signal has aborted. */
  ask(question: string): Promise<string | undefined>;
}

/** What it takes to ask a person on a terminal. */
export interface QuestionOptions {
  readonly keyboard: Keyboard;
  readonly write: (text: string) => Promise<void>;
  readonly style: () => Style;
  /** Clears the terminal of everything else for as long as the question takes; one question at a time. */
  readonly aside: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

type Input = Pick<ReadStream, "setRawMode" | "on" | "off" | "resume" | "pause"> & NodeJS.ReadableStream;

// A double press of the key that answered the question before takes less; reading this one takes longer.
const DEAF_MS = 500;

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const ESCAPE = "\u001B";

interface KeyboardOptions {
  readonly input: Input;
  readonly output: NodeJS.WritableStream;
  /** Raw keys are not signals any more. */
  readonly onInterrupt: () => void;
  /** How long a new question ignores keys. */
  readonly deafness?: (signal: AbortSignal) => Promise<unknown>;
}

export function terminalKeyboard(options: KeyboardOptions): Keyboard {
  const { input, output, onInterrupt } = options;
  const { deafness = (signal) => sleep(DEAF_MS, undefined, { signal }) } = options;
  return { keys, lines };

  async function* keys({ signal }: { readonly signal: AbortSignal }): AsyncIterable<string> {
    const typed: string[] = [];
    let wake = () => {};
    const stop = () => wake();
    signal.addEventListener("abort", stop);
    await beDeaf(signal);
    using _ = listenToKeys(options, (key) => {
      typed.push(key === CTRL_D ? ESCAPE : key);
      wake();
    });
    try {
      while (!signal.aborted) {
        const key = typed.shift();
        if (key !== undefined) yield key;
        else {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          await promise;
        }
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async function lines({ signal }: { readonly signal: AbortSignal }): Promise<Lines> {
    await beDeaf(signal);
    const reader = createInterface({ input, output, terminal: true });
    const given = new AbortController();
    reader.on("SIGINT", onInterrupt);
    reader.on("close", () => given.abort());
    const either = AbortSignal.any([signal, given.signal]);
    return {
      async ask(question) {
        if (either.aborted) return undefined;
        return await reader.question(question, { signal: either }).catch(() => undefined); // aborted
      },
      [Symbol.dispose]: () => reader.close(),
    };
  }

  async function beDeaf(signal: AbortSignal): Promise<void> {
    using _ = listenToKeys(options, () => {});
    await deafness(signal).catch(() => {}); // aborted
  }
}

/** Takes the keys from the terminal until it is disposed. */
function listenToKeys({ input, onInterrupt }: KeyboardOptions, onKey: (key: string) => void): Disposable {
  const onData = (bytes: Buffer | string) => {
    const key = bytes.toString();
    if (key.includes(CTRL_C)) onInterrupt();
    else onKey(key);
  };
  input.setRawMode(true);
  input.on("data", onData);
  input.resume();
  return {
    [Symbol.dispose]() {
      input.off("data", onData);
      input.pause();
      input.setRawMode(false);
    },
  };
}
