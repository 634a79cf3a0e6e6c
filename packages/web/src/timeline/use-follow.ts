/**
 * Where the timeline stands while its content changes.
 *
 * The law: at its end it stays at its end until the person scrolls up; what the person unfolds stays where it was clicked;
 * elsewhere the question or the focus stays where it is. A browser does none of it: a card that shrinks, a composer that
 * grows or a late picture would move what is being read.
 */

import { type RefObject, useEffect, useState } from "react";

import { createFollower, type Follower } from "./follower.ts";

export interface Follow {
  /** The end is out of sight. */
  readonly isFar: boolean;
  /** Goes to the end and stays there. */
  toEnd(): void;
  /** Something else is about to be shown. */
  release(): void;
  /** Rows have changed in size. */
  settle(): void;
}

export function useFollow(scroller: RefObject<HTMLElement | null>): Follow {
  const [isFar, setFar] = useState(false);
  const [follower, setFollower] = useState<Follower>();

  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return undefined;
    const lifetime = new AbortController();
    const { signal } = lifetime;
    const opened = createFollower(element, setFar);
    const observer = new ResizeObserver(opened.settle);
    observer.observe(element);
    observer.observe(content);
    const listen = (type: string, listener: (event: Event) => void, capture = false) =>
      element.addEventListener(type, listener, { signal, capture, passive: true });
    listen("scroll", opened.scrolled);
    listen("focusin", opened.focused);
    listen("wheel", (event) => event instanceof WheelEvent && event.deltaY < 0 && opened.release());
    listen("touchmove", opened.release);
    listen("pointerdown", (event) => isOnScrollBar(event, element) && opened.release());
    // Before the click changes anything.
    listen("click", ({ target }) => opened.hold(target), true);
    document.addEventListener("keydown", (event) => GOES_UP.has(event.key) && opened.release(), { signal });
    setFollower(opened);
    opened.toEnd();
    return () => {
      observer.disconnect();
      opened.end();
      lifetime.abort();
    };
  }, [scroller]);

  return {
    isFar,
    toEnd: () => follower?.toEnd(),
    release: () => follower?.release(),
    settle: () => follower?.settle(),
  };
}

const GOES_UP: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home", "k", "g"]);

function isOnScrollBar(event: Event, element: HTMLElement): boolean {
  return event instanceof PointerEvent && event.target === element && event.offsetX >= element.clientWidth;
}
