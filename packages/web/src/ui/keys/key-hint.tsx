import type { ReactNode } from "react";

export function KeyHint({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-sunken px-1 font-sans text-[11px] text-muted">
      {typeof children === "string" ? children.replace(/^Ctrl\b/u, CONTROL).replace(/^Alt\b/u, ALT) : children}
    </kbd>
  );
}

const isMac = /Mac|iPhone|iPad/u.test(navigator.platform);
const CONTROL = isMac ? "⌘" : "Ctrl";
const ALT = isMac ? "⌥" : "Alt";

/** A key with the one that goes with commands on this system. */
export function shortcut(key: string): string {
  return isMac ? `⌘${key}` : `Ctrl ${key}`;
}
