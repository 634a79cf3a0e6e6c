/**
 * Where a run shows itself: a live timeline on a terminal, plain text in a pipe, or JSON.
 *
 * Nothing of it throws. Once nobody reads standard output any more, that is told once, and what follows is dropped.
 */

import type { Entry, TimelineEvent } from "@tenon/timeline";

import { writeStdout } from "../../process/stdout.ts";
import { createLiveView, createPlainView, harmless, type Style, styleFor } from "../../timeline-view/index.ts";
import { jsonLine, type JsonLine, type RunResult } from "./json-lines.ts";

export interface Output {
  session(session: Omit<Extract<JsonLine, { readonly type: "session" }>, "type">): Promise<void>;
  event(event: TimelineEvent, changed: readonly Entry[]): Promise<void>;
  /** Something of our own, for a person. */
  tell(text: string): void;
  /** What is happening, where somebody watches; undefined: nothing is. */
  setStatus(text: string | undefined): void;
  /** Leaves the terminal to a question. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Everything has been shown; called once. */
  end(result: RunResult): Promise<void>;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Nobody reads standard output any more. */
  readonly onUnread: () => void;
}

const environment = process.env;

export function openOutput(options: OutputOptions): Output {
  // Whoever closes it does not want to know; without a listener it would end the process.
  process.stderr.on("error", () => {});
  const isDumb = environment["TERM"] === "dumb";
  const write = dropWhenUnread(options.onUnread);
  if (options.json) return jsonOutput(write);
  return process.stdout.isTTY && !isDumb && !options.quiet ? liveOutput(options) : plainOutput(options, write);
}

type Write = (text: string) => Promise<void>;

function dropWhenUnread(onUnread: () => void): Write {
  let isUnread = false;
  return async (text) => {
    if (isUnread) return;
    try {
      await writeStdout(text);
    } catch {
      isUnread = true;
      onUnread();
    }
  };
}

function liveOutput({ onUnread }: OutputOptions): Output {
  const style = () => styleFor(process.stdout, { environment });
  const terminal = {
    get columns() {
      return style().width ?? 80;
    },
    write: writeStdout,
  };
  const view = createLiveView({ terminal, style, now: Date.now, onFailure: onUnread });
  return {
    session: () => Promise.resolve(),
    event: (_, changed) => view.show(changed),
    // Where it is not the same screen, whoever keeps standard error has to have it there.
    tell: (text) => (process.stderr.isTTY ? view.tell(...ourLines(text, style())) : tellStderr(text)),
    setStatus: view.setStatus,
    aside: view.aside,
    end: () => view.end(),
  };
}

function plainOutput({ quiet }: OutputOptions, write: Write): Output {
  const style = styleFor(process.stderr, { environment });
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  const view = createPlainView({
    say: write,
    tell,
    style,
    isTerminal: process.stdout.isTTY,
    isQuiet: quiet,
  });
  return {
    session: () => Promise.resolve(),
    event: (_, changed) => view.show(changed),
    tell: tellStderr,
    setStatus: () => {},
    aside: oneAfterAnother(),
    end: () => view.end(),
  };
}

function jsonOutput(write: Write): Output {
  // The session comes first, also where the agent speaks of it before it has answered `session/new`.
  let early: string[] | undefined = [];
  const flush = async () => {
    const lines = early ?? [];
    early = undefined;
    // In one write: an event that comes meanwhile is written behind them.
    if (lines.length > 0) await write(lines.join(""));
  };
  return {
    async session(session) {
      await write(jsonLine({ type: "session", ...session }));
      await flush();
    },
    async event(event) {
      const line = jsonLine({ type: "event", event });
      if (early) early.push(line);
      else await write(line);
    },
    tell: tellStderr,
    setStatus: () => {},
    aside: oneAfterAnother(),
    async end(result) {
      await flush();
      await write(jsonLine({ type: "result", ...result }));
    },
  };
}

function oneAfterAnother(): Output["aside"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

function tellStderr(text: string): void {
  for (const line of ourLines(text, styleFor(process.stderr, { environment }))) process.stderr.write(`${line}\n`);
}

function ourLines(text: string, { paint }: Style): string[] {
  return harmless(`tenon: ${text}`)
    .split("\n")
    .map((line) => paint("yellow", line));
}
