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
  /** As they are now, or as they were before they were forgotten; those that are not known yet are left out. */
  viewsOf(call: Call, before: Readonly<Record<string, TerminalView>>): Readonly<Record<string, TerminalView>>;
  /** From now on no call shows more of a terminal that is not known. */
  forgetUnknown(): void;
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
    forgetUnknown() {
      for (const id of shownIn.keys()) if (!terminals.view(id)) shownIn.delete(id);
    },
    viewsOf: (call, before) =>
      Object.fromEntries(
        [...call.terminalIds].flatMap((id) => {
          const last = Object.hasOwn(before, id) ? before[id] : undefined;
          const view = shownIn.get(id)?.has(call) === true ? terminals.view(id) : last;
          return view ? [[id, view]] : [];
        }),
      ),
  };
}
