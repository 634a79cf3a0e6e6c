/**
 * Where a run shows itself: a live timeline on a terminal, plain text in a pipe, or JSON.
 *
 * Nothing here throws. When standard output is closed, that is reported once, and what follows is dropped.
 */

import { createKeyedQueue } from "@tenon/basis";
import type { Entry, TimelineEvent } from "@tenon/timeline";

import { writeStdout } from "../../../process/stdout.ts";
import { printable } from "../../../terminal/printable.ts";
import { type Style, styleFor } from "../../../terminal/style.ts";
import { isScreen, stdoutStyle, stdoutTerminal } from "../../../terminal/terminal.ts";
import { createLiveView } from "../../../timeline-view/live/live-view.ts";
import { createPlainView } from "../../../timeline-view/plain-view.ts";
import { jsonLine, type JsonLine, type RunResult } from "./json-lines.ts";

export interface Output {
  session(session: Omit<Extract<JsonLine, { readonly type: "session" }>, "type">): Promise<void>;
  event(event: TimelineEvent, changed: readonly Entry[]): Promise<void>;
  /** A message of our own, for a person. */
  warn(text: string): void;
  /** What is happening, where a person watches; undefined: nothing is. */
  setStatus(text: string | undefined): void;
  /** Leaves the terminal to a question. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Everything has been shown; called once. */
  end(result: RunResult): Promise<void>;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Standard output was closed by its reader. */
  readonly onUnread: () => void;
}

export function openOutput(options: OutputOptions): Output {
  // Its reader may close it; without a listener that would end the process.
  process.stderr.on("error", () => {});
  const write = dropWhenUnread(options.onUnread);
  if (options.json) return jsonOutput(write);
  return isScreen() && !options.quiet ? liveOutput(options) : plainOutput(options, write);
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
  const style = () => stdoutStyle({ omitsReads: true });
  const view = createLiveView({ terminal: stdoutTerminal(), style, now: Date.now, onFailure: onUnread });
  return {
    session: () => Promise.resolve(),
    event: (_, changed) => view.show(changed),
    // Standard error that goes to a file belongs there, and not on the screen.
    warn: (text) => (process.stderr.isTTY ? view.print(...ourLines(text, style())) : warnOnStderr(text)),
    setStatus: view.setStatus,
    aside: view.aside,
    end: () => view.end(),
  };
}

function plainOutput({ quiet }: OutputOptions, write: Write): Output {
  const view = createPlainView({
    writeText: write,
    writeLine: (line) => void process.stderr.write(`${line}\n`),
    style: stderrStyle(),
    isTerminal: process.stdout.isTTY,
    isQuiet: quiet,
  });
  return {
    ...withoutScreen(),
    session: () => Promise.resolve(),
    event: (_, changed) => view.show(changed),
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
    ...withoutScreen(),
    async session(session) {
      await write(jsonLine({ type: "session", ...session }));
      await flush();
    },
    async event(event) {
      const line = jsonLine({ type: "event", event });
      if (early) early.push(line);
      else await write(line);
    },
    async end(result) {
      await flush();
      await write(jsonLine({ type: "result", ...result }));
    },
  };
}

function withoutScreen(): Pick<Output, "warn" | "setStatus" | "aside"> {
  const asides = createKeyedQueue();
  return { warn: warnOnStderr, setStatus: () => {}, aside: (work) => asides.run("terminal", work) };
}

function warnOnStderr(text: string): void {
  for (const line of ourLines(text, stderrStyle())) process.stderr.write(`${line}\n`);
}

function stderrStyle(): Style {
  return styleFor(process.stderr, { environment: process.env, omitsReads: true });
}

function ourLines(text: string, { paint }: Style): string[] {
  return printable(`tenon: ${text}`)
    .split("\n")
    .map((line) => paint("yellow", line));
}
