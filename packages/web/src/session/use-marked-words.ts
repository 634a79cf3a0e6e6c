import { useEffect } from "react";

/** Marks the words in the rows that are drawn, without touching them. */
export function useMarkedWords(search: string): void {
  useEffect(() => {
    const words = search
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word.length > 1);
    if (words.length === 0 || !("highlights" in CSS)) return undefined;
    let frame = 0;
    const mark = () => {
      CSS.highlights.set("found", new Highlight(...rangesOf(words)));
      frame = 0;
    };
    const observer = new MutationObserver(() => (frame ||= requestAnimationFrame(mark)));
    const timeline = document.querySelector("[data-testid=timeline]");
    if (timeline) observer.observe(timeline, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete("found");
    };
  }, [search]);
}

function rangesOf(words: readonly string[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const article of document.querySelectorAll("[data-testid=timeline] article")) {
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.nodeValue ?? "").toLowerCase();
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          ranges.push(range);
        }
      }
    }
  }
  return ranges;
}
