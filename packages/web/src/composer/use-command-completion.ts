import type { AvailableCommand } from "@agentclientprotocol/sdk";
import { type KeyboardEvent, useId, useMemo, useState } from "react";

import { commandOptionId } from "./command-menu.tsx";
import { matchCommands } from "./match-commands.ts";

interface CompletionOptions {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly commands: readonly AvailableCommand[];
}

/** The menu of slash commands: its matches, and its keys while it is open. */
export function useCommandCompletion({ text, setText, commands }: CompletionOptions) {
  const menuId = useId();
  const [selected, setSelected] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const matches = useMemo(() => matchCommands(text, commands), [text, commands]);
  const isShown = matches.length > 0 && dismissed !== text;
  const index = Math.min(selected, matches.length - 1);

  const choose = (command: AvailableCommand) => {
    setText(`/${command.name} `);
    setSelected(0);
  };

  return {
    menuId,
    matches,
    isShown,
    selected: index,
    choose,
    activeId: isShown ? commandOptionId(menuId, index) : undefined,
    /** True if the key was for the menu. */
    onKey({ key, shiftKey }: KeyboardEvent): boolean {
      const command = matches[index];
      if (!isShown || !command || shiftKey) return false;
      if (key === "ArrowDown") setSelected((index + 1) % matches.length);
      else if (key === "ArrowUp") setSelected((index + matches.length - 1) % matches.length);
      else if (key === "Escape") setDismissed(text);
      // A command that is typed in full is sent, not completed.
      else if (key === "Tab" || (key === "Enter" && text !== `/${command.name}`)) choose(command);
      else return false;
      return true;
    },
  };
}
