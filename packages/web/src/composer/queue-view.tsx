/**
 * Prompts that are not in the session yet: waiting for the turn to end, on their way, or not delivered.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";

import { usePage } from "../app/page-context.ts";
import type { QueuedPrompt } from "../session/prompt-queue.ts";
import { IconButton } from "../ui/button.tsx";

interface QueueViewProps {
  readonly sessionId: string;
  readonly prompts: readonly QueuedPrompt[];
  /** Takes a prompt back into the composer. */
  readonly onEdit: (prompt: QueuedPrompt) => void;
}

const WORDS = { queued: "Queued", sending: "Sending", unsure: "Checking", failed: "Not sent" } as const;

export function QueueView({ sessionId, prompts, onEdit }: QueueViewProps) {
  const page = usePage();
  if (prompts.length === 0) return null;
  return (
    <ul aria-label="Queue" className="mb-2 space-y-1">
      {prompts.map((prompt) => (
        <li
          key={prompt.id}
          className="flex min-h-9 items-center gap-3 rounded-lg border border-dashed border-line-strong py-0.5 pr-1 pl-3 text-sm"
        >
          <span className={`shrink-0 text-xs ${prompt.phase === "failed" ? "text-bad" : "text-muted"}`}>
            {WORDS[prompt.phase]}
          </span>
          <span className="min-w-0 flex-1 truncate" title={prompt.error}>
            {plainText(prompt.content)}
            {prompt.error !== undefined && <span className="ml-2 text-bad">{prompt.error}</span>}
          </span>
          {prompt.phase === "failed" && (
            <IconButton icon="send" label="Send again" onClick={() => page.prompts.retry(sessionId, prompt.id)} />
          )}
          {prompt.phase !== "sending" && (
            <>
              <IconButton icon="rename" label="Edit" onClick={() => onEdit(prompt)} className="-mr-2" />
              <IconButton icon="close" label="Remove" onClick={() => page.prompts.remove(sessionId, prompt.id)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

export function plainText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join(" ");
}
