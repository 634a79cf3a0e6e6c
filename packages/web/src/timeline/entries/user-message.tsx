import type { MessageEntry } from "@tenon/timeline";

import { clockTime } from "../../ui/words/spoken-time.ts";
import { ContentBlockView } from "../../content/content-block-view.tsx";

/** A prompt, verbatim. */
export function UserMessage({ entry }: { readonly entry: MessageEntry }) {
  return (
    <div className="mt-3 flex gap-4 rounded-lg bg-accent-soft px-3.5 py-2.5 forced-colors:border">
      <div className="min-w-0 flex-1 space-y-3 text-[15px] leading-relaxed">
        {entry.by !== undefined && <span className="block text-xs text-muted">{entry.by}</span>}
        {entry.content.map((block, index) =>
          block.type === "text" ? (
            <p key={index} dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {block.text}
            </p>
          ) : (
            <ContentBlockView key={index} block={block} />
          ),
        )}
      </div>
      {entry.at !== undefined && (
        <time
          className="shrink-0 text-xs leading-6 text-muted tabular-nums opacity-0 group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 pointer-coarse:opacity-100"
          dateTime={new Date(entry.at).toISOString()}
        >
          {clockTime(entry.at)}
        </time>
      )}
    </div>
  );
}
