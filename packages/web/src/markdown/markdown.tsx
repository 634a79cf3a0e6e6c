/**
 * Markdown, drawn block by block while it is being written.
 */

import { parser, type Token, type Tokens } from "marked";
import { memo, useMemo, useRef } from "react";

import { CodeBlock } from "./code-block.tsx";
import { type Block, type Cut, cutBlocks } from "./cut-blocks.ts";
import { createSanitiser } from "./sanitise.ts";

export const Markdown = memo(function Markdown(props: { readonly text: string; readonly isOpen: boolean }) {
  const { text, isOpen } = props;
  const cut = useCut(text, isOpen);
  return (
    <div className="prose">
      {cut.blocks.map((block, index) => (
        <MarkdownBlock
          // A block never moves: what is written later stands after it.
          key={index}
          block={block}
          isDone={!isOpen || index < cut.blocks.length - 1}
        />
      ))}
    </div>
  );
});

/** Finished, a text is cut once more as a whole: only then do links find the addresses given at its end. */
function useCut(text: string, isOpen: boolean): Cut {
  const last = useRef<Cut>(undefined);
  return useMemo(() => {
    last.current = cutBlocks(text, isOpen ? last.current : undefined);
    return last.current;
  }, [text, isOpen]);
}

interface BlockProps {
  readonly block: Block;
  readonly isDone: boolean;
}

const MarkdownBlock = memo(
  function MarkdownBlock({ block: { token, raw, isContinued }, isDone }: BlockProps) {
    if (isCode(token)) {
      return <CodeBlock code={token.text} language={token.lang ?? ""} isDone={isDone || isFenceClosed(raw)} />;
    }
    return (
      <div
        {...(isContinued && { className: "list-part" })}
        // What comes out of the sanitiser is the only HTML that is ever put into the page.
        dangerouslySetInnerHTML={{ __html: sanitise(parser([token])) }}
      />
    );
  },
  (before, after) =>
    before.block.raw === after.block.raw &&
    before.block.token.type === after.block.token.type &&
    before.isDone === after.isDone,
);

const sanitise = createSanitiser();

function isCode(token: Token): token is Tokens.Code {
  return token.type === "code";
}

function isFenceClosed(raw: string): boolean {
  return /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:.*\n)?[ \t]*\1[`~]*\s*$/su.test(raw);
}
