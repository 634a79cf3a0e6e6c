import { useState } from "react";

import { t } from "../language/t.ts";
import { visibleText } from "../ui/words/visible-text.ts";

const MAX_LINES = 24;
const MAX_CHARACTERS = 4_000;

/** The text of a tool, verbatim; the rest of a long one on a click. */
export function TextResult({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const lines = text.split("\n");
  const isLong = lines.length > MAX_LINES || text.length > MAX_CHARACTERS;
  const shown = isLong && !isWhole ? lines.slice(0, MAX_LINES).join("\n").slice(0, MAX_CHARACTERS) : text;
  return (
    <div className="rounded-md bg-sunken">
      <pre
        tabIndex={0}
        className="max-h-96 overflow-auto px-2.5 py-2 font-mono text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {visibleText(shown)}
        {isLong && !isWhole && "\n…"}
      </pre>
      {isLong && (
        <button
          type="button"
          onClick={() => setWhole(!isWhole)}
          className="m-1 mt-0 rounded px-1.5 py-0.5 text-xs text-accent hover:underline"
        >
          {isWhole ? t("Show less") : t("Show all {count} lines", { count: lines.length })}
        </button>
      )}
    </div>
  );
}
