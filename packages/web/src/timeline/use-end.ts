/**
 * Keeps the end in view when the height for it changes: the composer grows, a question appears, a phone shows
 * its keyboard. A browser keeps the first line where it is instead, and the last one goes out of sight.
 */

import { type RefObject, useEffect, useState } from "react";

/** Closer than this to the end is at the end. */
export const END_PX = 48;

const FAR_PX = 160;

/** Whether the end is far away. */
export function useEnd(scroller: RefObject<HTMLElement | null>): boolean {
  const [isFar, setFar] = useState(false);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const lifetime = new AbortController();
    let isAtEnd = true;
    const look = () => {
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      isAtEnd = distance <= END_PX;
      setFar(distance > FAR_PX);
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
      look();
    });
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true, signal: lifetime.signal });
    return () => {
      observer.disconnect();
      lifetime.abort();
    };
  }, [scroller]);

  return isFar;
}
