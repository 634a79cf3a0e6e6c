/**
 * The live view of `tenon run`, and the prompts with it: whoever watches a session here has not typed them.
 */

import type { Entry } from "@tenon/timeline";

import { createLiveView, entryLines, type Style, type Terminal } from "../../timeline-view/index.ts";
import type { EntryView } from "./entry-view.ts";

export function createScreenView({
  terminal,
  style,
}: {
  readonly terminal: Terminal;
  readonly style: () => Style;
}): EntryView {
  let failure: { readonly error: unknown } | undefined;
  const onFailure = (error: unknown) => void (failure ??= { error });
  const view = createLiveView({ terminal, style, now: Date.now, onFailure });
  const prompts = new Set<string>();
  let wasTurnOpen = false;

  function tellPrompt(entry: Entry): void {
    if (entry.type !== "user-message" || entry.isOpen || prompts.has(entry.key)) return;
    const isFirst = prompts.size === 0;
    prompts.add(entry.key);
    const lines = entryLines(entry, style());
    view.tell(...(isFirst ? [...lines, ""] : ["", ...lines]));
  }

  return {
    async show(changed, { isTurnOpen }) {
      for (const entry of changed) {
        tellPrompt(entry);
        await view.show([entry]);
      }
      if (wasTurnOpen !== isTurnOpen) view.setStatus(isTurnOpen ? "working" : undefined);
      wasTurnOpen = isTurnOpen;
      if (failure) throw failure.error;
    },
    end: () => view.end(),
  };
}
