/**
 * Keeps a scroller at its end, or a clicked element where it was.
 */

export interface Follower {
  toEnd(): void;
  /** The person scrolls up: the end is followed no longer, unless they stay there. */
  release(): void;
  /** What opens and closes at the target of a click stays where it is, for the moment in which its content comes. */
  hold(target: EventTarget | null): void;
  /** The size of the content or of the scroller has changed. */
  settle(): void;
  scrolled(): void;
  end(): void;
}

/** Scrolled closer than this to the end is scrolled to it. */
const END_PX = 48;
/** Closer than this nothing of the last line is out of sight. */
const AT_PX = 2;
/** A difference and its code may have to be loaded first. */
const HOLD_MS = 600;
const RELEASE_MS = 300;

export function createFollower(element: HTMLElement, onFar: (isFar: boolean) => void): Follower {
  let isFollowing = true;
  let held: { readonly part: Element; readonly top: number } | undefined;
  let lastTop = element.scrollTop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  return {
    toEnd() {
      letGo();
      isFollowing = true;
      settle();
    },
    release() {
      letGo();
      if (element.scrollTop <= 0) return;
      isFollowing = false;
      // A scroll that leads nowhere has left nothing.
      timer = setTimeout(stayIfThere, RELEASE_MS);
    },
    hold(target) {
      const part = target instanceof Element ? target.closest("[aria-expanded], summary, [data-anchor]") : null;
      if (!part) return;
      letGo();
      held = { part, top: part.getBoundingClientRect().top };
      timer = setTimeout(() => {
        letGo();
        isFollowing &&= distance() <= AT_PX;
        report();
      }, HOLD_MS);
      eachFrame();
    },
    settle,
    scrolled() {
      const wentDown = element.scrollTop > lastTop;
      lastTop = element.scrollTop;
      if (!held && wentDown && distance() <= END_PX) isFollowing = true;
      report();
    },
    end: letGo,
  };

  function settle(): void {
    if (held) keepHeld();
    else if (isFollowing) element.scrollTop = element.scrollHeight;
    report();
  }

  /** What is measured later than the content, such as a row that grows above it. */
  function eachFrame(): void {
    frame = requestAnimationFrame(() => {
      keepHeld();
      // Folded at the end, it is at the end: what comes next is followed again.
      if (isFollowing && isFolded(held?.part) && distance() <= END_PX) letGo();
      if (held) eachFrame();
    });
  }

  function keepHeld(): void {
    if (held?.part.isConnected !== true) return;
    const moved = held.part.getBoundingClientRect().top - held.top;
    if (Math.abs(moved) >= 1) element.scrollTop += moved;
  }

  function stayIfThere(): void {
    if (distance() <= END_PX) isFollowing = true;
    report();
  }

  function letGo(): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    held = undefined;
  }

  function distance(): number {
    return element.scrollHeight - element.scrollTop - element.clientHeight;
  }

  function report(): void {
    onFar((held !== undefined || !isFollowing) && distance() > AT_PX);
  }
}

function isFolded(part: Element | undefined): boolean {
  return part?.getAttribute("aria-expanded") === "false";
}
