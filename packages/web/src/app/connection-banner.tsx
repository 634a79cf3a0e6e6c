import { useEffect, useState } from "react";
import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";

const PATIENCE_MS = 600;

/** Says that the connection is lost, when it does not come back at once. */
export function ConnectionBanner() {
  const page = usePage();
  const isLost = useStore(page.connection, ({ phase }) => phase !== "online");
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isLost]);
  return (
    <div role="status" className="contents">
      {isShown && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1 text-xs text-warn">
          <span className="size-1.5 animate-breathe rounded-full bg-warn" />
          Connection lost. Sessions run on; this page catches up when it is back.
        </p>
      )}
    </div>
  );
}
