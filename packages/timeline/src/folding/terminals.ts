/**
 * The terminals that the client has reported, whether or not a tool call shows them yet.
 *
 * Output is kept from its end, up to a bound. What is dropped depends on the output alone, not on how it was cut.
 */

import { defined } from "@tenon/basis";

import type { TerminalView } from "../entry.ts";
import type { TimelineEvent } from "../event.ts";

const MAX_OUTPUT = 1_048_576;
// Cutting copies what is left, so it is done rarely.
const CUT = MAX_OUTPUT / 4;
/** So many that have not ended are remembered in later turns: a client that is gone never reports their end. */
const MAX_REMEMBERED_TERMINALS = 20;

export type TerminalEvent = Extract<TimelineEvent, { readonly terminalId: string }>;

export interface Terminals {
  view(terminalId: string): TerminalView | undefined;
  apply(event: TerminalEvent): void;
  /** A turn begins: those that have ended are forgotten, and the oldest if there are very many. */
  nextTurn(): void;
  carry(): TerminalsCarry;
}

/** Terminals that have not ended. `length` counts all output since the whole was last sent, also what is no longer kept. */
export type TerminalsCarry = readonly (readonly [terminalId: string, terminal: KeptTerminal])[];

interface KeptTerminal {
  readonly view: TerminalView;
  readonly length: number;
}

export function createTerminals(carried: TerminalsCarry = []): Terminals {
  const terminals = new Map<string, KeptTerminal>(carried);

  return {
    view: (terminalId) => terminals.get(terminalId)?.view,
    apply(event) {
      const { view, length } = terminals.get(event.terminalId) ?? { view: EMPTY, length: 0 };
      switch (event.type) {
        case "terminal-created": {
          const { command, args, cwd } = event;
          const created = { ...view, command, ...defined({ args, cwd }) };
          return keep(event.terminalId, created, length);
        }
        case "terminal-output":
          return keep(event.terminalId, { ...view, output: view.output + event.text }, length + event.text.length);
        case "terminal-state": {
          const { output, truncated, exit, isReleased } = event;
          const changed = { ...view, ...defined({ output, truncated, exit, isReleased }) };
          return keep(event.terminalId, changed, output?.length ?? length);
        }
      }
    },
    nextTurn() {
      const kept = remembered();
      terminals.clear();
      for (const [terminalId, terminal] of kept) terminals.set(terminalId, terminal);
    },
    carry: remembered,
  };

  function remembered(): TerminalsCarry {
    return [...terminals].filter(([, terminal]) => !hasEnded(terminal)).slice(-MAX_REMEMBERED_TERMINALS);
  }

  function keep(terminalId: string, view: TerminalView, length: number): void {
    const dropped = Math.max(0, Math.ceil((length - MAX_OUTPUT) / CUT)) * CUT;
    const excess = dropped - (length - view.output.length);
    const kept = excess > 0 ? { ...view, output: fromCharacter(view.output, excess), truncated: true } : view;
    terminals.set(terminalId, { view: kept, length });
  }
}

function hasEnded({ view: { exit, isReleased } }: KeptTerminal): boolean {
  return exit !== undefined || isReleased;
}

const EMPTY: TerminalView = { output: "", truncated: false, isReleased: false };

/** The text from an index on, or from the next one if that would cut a character in two. */
function fromCharacter(text: string, start: number): string {
  const code = text.charCodeAt(start);
  return text.slice(code >= 0xdc_00 && code <= 0xdf_ff ? start + 1 : start);
}
