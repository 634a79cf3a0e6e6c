/**
 * Which rows an entry adds to a screen when it has changed, so that each thing is on the screen once and in order.
 *
 * Text comes as it is written. A tool call comes when it has finished; if text comes before that, the call's first line
 * comes first, so that the text stands below it. A plan comes when it is new and, if it changed, at the end of the turn.
 */

import type { Entry, ToolCallEntry } from "@tenon/timeline";

import type { Style } from "../../terminal/style.ts";
import { entryLines } from "../entry-lines.ts";
import { toolCallHead } from "../tool-call-lines.ts";
import { createMessageRows, type MessageRows } from "./message-rows.ts";

type PlanEntry = Extract<Entry, { readonly type: "plan" }>;

export interface EntryRows extends Pick<MessageRows, "rest"> {
  /** The finished rows that this change adds. */
  add(entry: Entry): string[];
  readonly running: readonly ToolCallEntry[];
  readonly plan: PlanEntry | undefined;
  /** What was left open. */
  end(): string[];
}

export interface EntryRowsOptions {
  readonly style: () => Style;
  /** For a session whose prompts were typed elsewhere. */
  readonly showPrompts?: boolean;
}

export function createEntryRows({ style, showPrompts = false }: EntryRowsOptions): EntryRows {
  const calls = createCalls();
  const separate = createSeparator();
  const newLines = createNewLines(style);
  const head = (entry: ToolCallEntry) => [...separate(entry.type), toolCallHead(entry, style())];
  // Calls that still run come before what comes below them.
  const before = (type: Entry["type"]) => [...calls.announce().flatMap(head), ...separate(type)];
  const messages = createMessageRows({ style, before });
  let plan: PlanEntry | undefined;
  let usage: Entry | undefined;
  return {
    add,
    get rest() {
      return messages.rest;
    },
    get running() {
      return calls.running();
    },
    get plan() {
      return plan;
    },
    end: () => messages.end(),
  };

  function add(entry: Entry): string[] {
    switch (entry.type) {
      case "user-message":
        return showPrompts && !entry.isOpen ? whole(entry) : [];
      case "agent-message":
      case "thought":
        return messages.add(entry);
      case "tool-call":
        return calls.finish(entry) ? whole(entry) : [];
      case "plan": {
        const isNew = plan?.key !== entry.key;
        plan = entry;
        return isNew ? whole(entry) : [];
      }
      case "elicitation":
        return entry.state === "waiting" ? [] : whole(entry);
      case "usage":
        usage = entry;
        return [];
      case "turn-end": {
        const last = [...messages.end(), ...whole(plan), ...whole(entry), ...whole(usage)];
        [plan, usage] = [undefined, undefined];
        return last;
      }
      case "receipt":
      case "notice":
      case "compaction":
      case "mode":
      case "options":
      case "unknown":
        return whole(entry);
    }
  }

  /** All lines of an entry, unless the same stand there already. */
  function whole(entry: Entry | undefined): string[] {
    const lines = entry ? newLines(entry) : [];
    return !entry || lines.length === 0 ? [] : [...messages.end(), ...separate(entry.type), ...lines];
  }
}

/** The lines of an entry; none if the same have been shown. */
function createNewLines(style: () => Style): (entry: Entry) => string[] {
  const shown = new Map<string, string>();
  return (entry) => {
    const lines = entryLines(entry, style());
    const text = lines.join("\n");
    if (shown.get(entry.key) === text) return [];
    shown.set(entry.key, text);
    return lines;
  };
}

/** An empty row between things of different kinds, and around messages. */
function createSeparator(): (kind: Entry["type"]) => string[] {
  let last: Entry["type"] | undefined;
  return (kind) => {
    const isApart = last !== undefined && (last !== kind || MESSAGES.has(kind));
    last = kind;
    return isApart ? [""] : [];
  };
}

const MESSAGES: ReadonlySet<Entry["type"]> = new Set(["user-message", "agent-message", "thought"]);

/** Which tool calls run, and which of them are on the screen already. */
function createCalls() {
  const running = new Map<string, ToolCallEntry>();
  const announced = new Set<string>();
  const finished = new Set<string>();
  return {
    running: (): readonly ToolCallEntry[] => [...running.values()],
    /** True once for each call, when it has finished. */
    finish(entry: ToolCallEntry): boolean {
      if (finished.has(entry.key)) return false;
      const isDone = entry.status === "completed" || entry.status === "failed";
      if (isDone) {
        running.delete(entry.key);
        finished.add(entry.key);
      } else running.set(entry.key, entry);
      return isDone;
    },
    /** Those that run, each once. */
    announce(): readonly ToolCallEntry[] {
      const fresh = [...running.values()].filter(({ key }) => !announced.has(key));
      for (const { key } of fresh) announced.add(key);
      return fresh;
    },
  };
}
