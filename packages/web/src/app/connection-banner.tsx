import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";
import { useSettled } from "../ui/use-settled.ts";

const PATIENCE_MS = 600;

/** Shown when a lost connection does not come back at once. */
export function ConnectionBanner() {
  const page = usePage();
  const isLost = useStore(page.connection, ({ phase }) => phase !== "online");
  const isShown = useSettled(isLost, PATIENCE_MS) === true;
  return (
    <div role="status" className="contents">
      {isShown && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1 text-xs text-warn">
          <span className="size-1.5 animate-breathe rounded-full bg-warn" />
          Connection lost. Sessions keep running; this page catches up when it reconnects.
        </p>
      )}
    </div>
  );
}
