import { type KeyboardEvent, useId, useState } from "react";

import { optionId } from "./completion-menu.tsx";

interface CompletionOptions<Item> {
  readonly items: readonly Item[];
  /** What is being completed; dismissed, the menu stays away until it changes. */
  readonly typed: string;
  readonly choose: (item: Item) => void;
  /** Typed in full: Enter sends it. */
  readonly isComplete?: (item: Item) => boolean;
}

/** A menu of what can be completed: which item is selected, and its keys while it is open. */
export function useCompletion<Item>({ items, typed, choose, isComplete }: CompletionOptions<Item>) {
  const menuId = useId();
  const [selected, setSelected] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const isShown = items.length > 0 && dismissed !== typed;
  const index = Math.min(selected, items.length - 1);
  const take = (at: number) => {
    const item = items[at];
    if (item !== undefined) choose(item);
    setSelected(0);
  };
  return {
    menuId,
    isShown,
    selected: index,
    take,
    activeId: isShown ? optionId(menuId, index) : undefined,
    /** True if the key was for the menu. */
    onKey({ key, shiftKey }: KeyboardEvent): boolean {
      const item = items[index];
      if (!isShown || item === undefined || shiftKey) return false;
      if (key === "ArrowDown") setSelected((index + 1) % items.length);
      else if (key === "ArrowUp") setSelected((index + items.length - 1) % items.length);
      else if (key === "Escape") setDismissed(typed);
      else if (key === "Tab" || (key === "Enter" && isComplete?.(item) !== true)) take(index);
      else return false;
      return true;
    },
  };
}
