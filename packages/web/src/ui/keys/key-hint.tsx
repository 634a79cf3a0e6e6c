import type { ReactNode } from "react";

interface KeyHintProps {
  readonly children: ReactNode;
  /** The longest text it may have: it keeps the width for it. */
  readonly longest?: string;
}

export function KeyHint({ children, longest }: KeyHintProps) {
  return (
    <kbd className="inline-grid h-5 min-w-5 shrink-0 items-center justify-items-center rounded border border-line bg-sunken px-1 font-sans text-[11px] whitespace-nowrap text-muted *:[grid-area:1/1]">
      {longest !== undefined && <span className="invisible">{named(longest)}</span>}
      <span>{typeof children === "string" ? named(children) : children}</span>
    </kbd>
  );
}

/** As the keys are named on this system. */
function named(keys: string): string {
  return keys.replace(/^Ctrl\b/u, CONTROL).replace(/^Alt\b/u, ALT);
}

const isMac = /Mac|iPhone|iPad/u.test(navigator.platform);
const CONTROL = isMac ? "⌘" : "Ctrl";
const ALT = isMac ? "⌥" : "Alt";

/** A key with the one that goes with commands on this system. */
export function shortcut(key: string): string {
  return isMac ? `⌘${key}` : `Ctrl ${key}`;
}
