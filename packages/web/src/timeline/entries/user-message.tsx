import type { MessageEntry } from "@tenon/timeline";

import { clockTime } from "../../ui/spoken-time.ts";
import { ContentBlockView } from "../../content/content-block-view.tsx";

/** A prompt, verbatim. */
export function UserMessage({ entry }: { readonly entry: MessageEntry }) {
  return (
    <div className="mt-3 flex gap-4 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1 space-y-3 text-[15px] leading-relaxed">
        {entry.by !== undefined && <p className="text-xs text-faint">{entry.by}</p>}
        {entry.content.map((block, index) =>
          block.type === "text" ? (
            <p key={index} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {block.text}
            </p>
          ) : (
            <ContentBlockView key={index} block={block} />
          ),
        )}
      </div>
      {entry.at !== undefined && (
        <time
          className="shrink-0 text-xs leading-6 text-faint tabular-nums"
          dateTime={new Date(entry.at).toISOString()}
        >
          {clockTime(entry.at)}
        </time>
      )}
    </div>
  );
}
