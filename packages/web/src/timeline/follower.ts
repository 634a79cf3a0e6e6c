/**
 * Keeps a scroller at its end, or what is clicked, focused or asks something where it was.
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
  /** The focus has moved. */
  focused(): void;
  end(): void;
}

/** Scrolled closer than this to the end is scrolled to it. */
const END_PX = 48;
/** Closer than this nothing of the last line is out of sight. */
const AT_PX = 2;
/** A difference and its code may have to be loaded first. */
const HOLD_MS = 600;
const RELEASE_MS = 300;
/** Marks the element of a question that waits for an answer. */
const QUESTION = "[data-question]";

interface PartPosition {
  readonly part: Element;
  readonly top: number;
}

export function createFollower(element: HTMLElement, onFar: (isFar: boolean) => void): Follower {
  let isFollowing = true;
  let held: PartPosition | undefined;
  /** While the end is not followed: what is above may get its colours or its picture later, and grow. */
  let kept: PartPosition | undefined;
  let lastTop = element.scrollTop;
  let lastSize = "";
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
      held = placeOf(part);
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
      // Of its own accord, without a change in size: the browser shows what has got the focus, or was searched for.
      if (!held && distance() > END_PX && sizeOf(element) === lastSize) isFollowing = false;
      keep();
      report();
    },
    focused: keep,
    end: letGo,
  };

  function settle(): void {
    if (held) putBack(element, held);
    else if (isFollowing) element.scrollTop = element.scrollHeight;
    else putBack(element, kept);
    lastSize = sizeOf(element);
    keep();
    report();
  }

  /** What is measured later than the content, such as a row that grows above it. */
  function eachFrame(): void {
    frame = requestAnimationFrame(() => {
      putBack(element, held);
      // Folded at the end, it is at the end: what comes next is followed again.
      if (isFollowing && isFolded(held?.part) && distance() <= END_PX) letGo();
      if (held) eachFrame();
    });
  }

  function keep(): void {
    const part = isFollowing ? null : partToKeep(element);
    kept = part && isInSight(part, element) ? placeOf(part) : undefined;
  }

  function stayIfThere(): void {
    if (distance() <= END_PX) isFollowing = true;
    report();
  }

  function letGo(): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    held = undefined;
    kept = undefined;
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

/** The question of what has the focus, or that, or else a question. */
function partToKeep(scroller: Element): Element | null {
  const { activeElement } = document;
  const focused = activeElement !== scroller && scroller.contains(activeElement) ? activeElement : null;
  return focused?.querySelector(QUESTION) ?? focused ?? scroller.querySelector(QUESTION);
}

function putBack(scroller: Element, place: PartPosition | undefined): void {
  if (place?.part.isConnected !== true) return;
  const moved = place.part.getBoundingClientRect().top - place.top;
  if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
}

function placeOf(part: Element): PartPosition {
  return { part, top: part.getBoundingClientRect().top };
}

function isInSight(part: Element, scroller: Element): boolean {
  const [inner, outer] = [part.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return inner.bottom > outer.top && inner.top < outer.bottom;
}

function sizeOf({ scrollHeight, clientHeight }: Element): string {
  return `${scrollHeight} ${clientHeight}`;
}
