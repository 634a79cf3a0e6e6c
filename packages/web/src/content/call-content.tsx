/**
 * A content part of a tool call: a block, a diff or a terminal.
 */

import type { ContentBlock, Diff, ToolCallContent } from "@agentclientprotocol/sdk";
import { isObject, parseJson } from "@tenon/basis";
import type { ToolCallEntry } from "@tenon/timeline";
import { Suspense } from "react";

import { t } from "../language/t.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { ContentBlockView } from "./content-block-view.tsx";
import { TerminalBlock } from "./terminal-block.tsx";
import { TextResult } from "./text-result.tsx";
import { ValueTree } from "./value-tree.tsx";
import { visibleText } from "../ui/words/visible-text.ts";
import { later } from "../ui/later.ts";

interface CallContentProps {
  readonly part: ToolCallContent;
  readonly terminals: ToolCallEntry["terminals"];
  /** The command of the call. */
  readonly command?: string | undefined;
  /** The session's. */
  readonly folder?: string | undefined;
}

export function CallContent({ part, terminals, command, folder }: CallContentProps) {
  if (isDiff(part)) return <DiffBlock diff={part} folder={folder} />;
  if (isTerminal(part)) return <TerminalBlock terminal={terminals[part.terminalId]} meant={command} />;
  if (isBlock(part)) return <ResultBlock block={part.content} />;
  return <ValueTree value={part} label={t("Unsupported content")} />;
}

function ResultBlock({ block }: { readonly block: ContentBlock }) {
  if (block.type !== "text") return <ContentBlockView block={block} />;
  const { text } = block;
  // Agents fence what should be shown as code; any other text is shown verbatim.
  if (/^\s*(?:```|~~~)/u.test(text)) return <Markdown text={text} isOpen={false} />;
  const value = /^\s*[[{]/u.test(text) ? parseJson(text) : undefined;
  if (isObject(value) || Array.isArray(value)) return <ValueTree value={value} label={t("Result")} />;
  return <TextResult text={text} />;
}

function isDiff(part: ToolCallContent): part is Extract<ToolCallContent, { readonly type: "diff" }> {
  return part.type === "diff";
}

function isTerminal(part: ToolCallContent): part is Extract<ToolCallContent, { readonly type: "terminal" }> {
  return part.type === "terminal";
}

function isBlock(part: ToolCallContent): part is Extract<ToolCallContent, { readonly type: "content" }> {
  return part.type === "content";
}

/**
 * A change of a file. The code that compares and draws it is loaded on first use.
 */
const DiffTable = later(() => import("./diff-table.tsx"));

function DiffBlock({
  diff: { path, oldText, newText },
  folder,
}: {
  readonly diff: Pick<Diff, "path" | "oldText" | "newText">;
  readonly folder: string | undefined;
}) {
  return (
    <figure
      aria-label={t("Changes in {path}", { path })}
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <Suspense fallback={<p className="px-3 py-2 font-mono text-xs text-muted">{visibleText(path)}</p>}>
        <DiffTable path={path} folder={folder} oldText={oldText ?? undefined} newText={newText} />
      </Suspense>
    </figure>
  );
}
