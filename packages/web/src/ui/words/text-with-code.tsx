import { visibleText } from "./visible-text.ts";

/** A sentence in which what is between backticks is code. */
export function TextWithCode({ text }: { readonly text: string }) {
  return text.split(CODE).map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="rounded bg-hover px-1 font-mono text-xs text-text">
        {visibleText(part)}
      </code>
    ) : (
      visibleText(part)
    ),
  );
}

/** Split by it, every second part is code; a backtick without another stays. */
const CODE = /`([^`\n]+)`/u;
