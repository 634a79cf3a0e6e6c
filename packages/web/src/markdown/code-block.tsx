/**
 * A block of code: plain while it is being written, in colour when it is complete.
 */

import { memo } from "react";

import { t } from "../language/t.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import type { CodeLine } from "./highlighter.ts";
import { useColours } from "./use-colours.ts";

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  readonly isDone: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, language, isDone }: CodeBlockProps) {
  const name = language.split(/[\s,{]/u)[0]?.toLowerCase() ?? "";
  // Without a language it needs no caption: what it is can be seen.
  const isPlain = name === "" || name === "text";
  const lines = useColours(code, name, isDone);
  return (
    <figure className="relative overflow-hidden rounded-lg border border-line bg-sunken">
      {isPlain ? (
        <CopyButton label={t("Copy code")} text={code} className="absolute top-1 right-1 bg-sunken" />
      ) : (
        <figcaption className="flex h-8 items-center justify-between border-b border-line pr-1 pl-3 text-xs text-muted">
          <span>{name}</span>
          <CopyButton label={t("Copy code")} text={code} />
        </figcaption>
      )}
      <pre
        className="px-3 py-2.5"
        tabIndex={0}
        aria-label={isPlain ? t("Text") : t("Code, {language}", { language: name })}
      >
        <code>{lines ? lines.map(drawLine) : code}</code>
      </pre>
    </figure>
  );
});

function drawLine(line: CodeLine, index: number) {
  return (
    <span key={index}>
      {index > 0 && "\n"}
      {line.map(([text, colour], part) => (
        <span key={part} {...(colour !== undefined && { style: { color: colour } })}>
          {text}
        </span>
      ))}
    </span>
  );
}
