import type { ContentBlock } from "@agentclientprotocol/sdk";

import { Markdown } from "../../markdown/markdown.tsx";
import { ContentBlockView } from "../../content/content-block-view.tsx";

/** The blocks of a message that an agent wrote. */
export function AgentMessageText(props: { readonly content: readonly ContentBlock[]; readonly isOpen: boolean }) {
  const last = props.content.length - 1;
  return (
    <div className="space-y-3">
      {props.content.map((block, index) =>
        block.type === "text" ? (
          <Markdown key={index} text={block.text} isOpen={props.isOpen && index === last} />
        ) : (
          <ContentBlockView key={index} block={block} />
        ),
      )}
    </div>
  );
}
