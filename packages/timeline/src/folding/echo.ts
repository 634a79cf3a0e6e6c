/**
 * What an agent repeats of the prompt that it was sent, as chunks of a user message.
 *
 * The law: a message that is the prompt, or begins it, is not shown again, however it was cut; one that turns out to be
 * another message is shown whole.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { isEqualJson } from "@tenon/basis";

export interface Echo {
  /** What of a chunk is to be shown: nothing while it repeats the prompt, else also what was held back. */
  take(block: ContentBlock, messageId: string | undefined): readonly ContentBlock[];
  /** All of the prompt has come back. */
  readonly isComplete: boolean;
}

export function createEcho(prompt: readonly ContentBlock[]): Echo {
  const text = prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
  const held: ContentBlock[] = [];
  let offset = 0;
  let heldId: string | undefined;
  let isOver = false;

  return {
    get isComplete() {
      return offset === text.length;
    },
    take(block, messageId) {
      if (isOver) return [block];
      const isNextMessage = held.length > 0 && offset === text.length && messageId !== heldId;
      if (!isNextMessage && repeats(block)) {
        heldId = messageId;
        held.push(block);
        return [];
      }
      isOver = true;
      return isNextMessage ? [block] : [...held, block];
    },
  };

  function repeats(block: ContentBlock): boolean {
    if (block.type !== "text") return prompt.some((sent) => isEqualJson(sent, block));
    if (!text.startsWith(block.text, offset)) return false;
    offset += block.text.length;
    return true;
  }
}
