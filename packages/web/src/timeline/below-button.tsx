/**
 * Leads back to the end of the timeline, and tells whether something has come there meanwhile.
 */

import { type RefObject, useEffect, useState } from "react";

import { useOpenSession, useSession } from "../session/session-context.ts";
import { Icon } from "../ui/icon.tsx";

interface BelowButtonProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onPress: () => void;
}

const FAR_PX = 160;

export function BelowButton({ scroller, onPress }: BelowButtonProps) {
  const { store } = useOpenSession();
  const revision = useSession((state) => state.revision);
  const [leftAt, setLeftAt] = useState<number>();

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const lifetime = new AbortController();
    const look = () => {
      const isFar = element.scrollHeight - element.scrollTop - element.clientHeight > FAR_PX;
      setLeftAt((before) => (isFar ? (before ?? store.getState().revision) : undefined));
    };
    element.addEventListener("scroll", look, { passive: true, signal: lifetime.signal });
    return () => lifetime.abort();
  }, [scroller, store]);

  if (leftAt === undefined) return null;
  const hasNew = revision > leftAt;
  return (
    <button
      type="button"
      onClick={onPress}
      className={`absolute bottom-3 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full border px-3 text-sm shadow-lift ${
        hasNew ? "border-accent bg-accent text-on-accent" : "border-line bg-surface text-muted hover:text-text"
      }`}
    >
      <Icon name="down" className="size-3.5" />
      {hasNew ? "New below" : "To the end"}
    </button>
  );
}
