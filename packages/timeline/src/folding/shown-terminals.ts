/**
 * Which tool calls show which terminals.
 */

import type { ToolCallContent } from "@agentclientprotocol/sdk";

import type { TerminalView } from "../entry.ts";
import type { Terminals } from "./terminals.ts";

export interface ShowsTerminals {
  terminalIds: ReadonlySet<string>;
}

export interface ShownTerminals<Call extends ShowsTerminals> {
  /** From now on the call shows the terminals in its content, and no others. */
  embed(call: Call, content: readonly ToolCallContent[]): void;
  showing(terminalId: string): Iterable<Call>;
  /** As they are now; those that are not known yet are left out. */
  viewsOf(call: Call): Readonly<Record<string, TerminalView>>;
}

export function createShownTerminals<Call extends ShowsTerminals>(terminals: Terminals): ShownTerminals<Call> {
  const shownIn = new Map<string, Set<Call>>();
  return {
    embed(call, content) {
      const terminalIds = new Set(content.flatMap((part) => (part.type === "terminal" ? part.terminalId : [])));
      for (const id of call.terminalIds) if (!terminalIds.has(id)) shownIn.get(id)?.delete(call);
      for (const id of terminalIds) {
        const showing = shownIn.get(id) ?? new Set();
        shownIn.set(id, showing.add(call));
      }
      call.terminalIds = terminalIds;
    },
    showing: (terminalId) => shownIn.get(terminalId) ?? [],
    viewsOf: ({ terminalIds }) =>
      Object.fromEntries(
        [...terminalIds].flatMap((id) => {
          const view = terminals.view(id);
          return view ? [[id, view]] : [];
        }),
      ),
  };
}
