/**
 * Folds chunks into messages and thoughts.
 *
 * The law of interleaving: what follows a tool call is a new entry, whatever its message id says. Between two such ends, a
 * message id tells messages apart and brings them together; without one, a message goes on until something else is said.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";

import { appendBlock, joinBlocks } from "../content.ts";
import { createEcho, type Echo } from "./echo.ts";
import type { MessageEntry } from "../entry.ts";
import type { Body, EntryList, Slot } from "./entry-list.ts";

// Every chunk copies the list of blocks: a message of very many goes on in another entry, or that would be quadratic.
const MAX_BLOCKS = 256;

export interface Messages {
  /** What is being written. */
  readonly openType: MessageEntry["type"] | undefined;
  /** Who sends the next prompt. */
  promptedBy(name: string): void;
  readonly nextBy: string | undefined;
  addPrompt(content: readonly ContentBlock[]): void;
  addChunk(chunk: Chunk): void;
  /** Ends the message that is being written; what follows is a new one. */
  end(): void;
  /** Nothing that comes later can be the echo of the last prompt. */
  forgetPrompt(): void;
}

export interface Chunk {
  readonly type: MessageEntry["type"];
  readonly block: ContentBlock;
  readonly messageId: string | undefined;
  readonly isReplay: boolean;
}

type MessageSlot = Slot<Body<MessageEntry>>;

export function createMessages(list: EntryList, nextBy?: string): Messages {
  const byId = new Map<string, MessageSlot>();
  let open: MessageSlot | undefined;
  let echo: Echo | undefined;
  let by = nextBy;

  return {
    get nextBy() {
      return by;
    },
    get openType() {
      return open?.body.type;
    },
    promptedBy: (name) => void (by = name),
    addPrompt(content) {
      end();
      const whose = by === undefined ? {} : { by };
      list.push<Body<MessageEntry>>({ type: "user-message", content: joinBlocks(content), isOpen: false, ...whose });
      by = undefined;
      echo = createEcho(content);
    },
    addChunk(chunk) {
      const isEcho = chunk.type === "user-message" && !chunk.isReplay && echo !== undefined;
      const blocks = isEcho ? echo?.take(chunk.block, chunk.messageId) : [chunk.block];
      for (const block of blocks ?? []) write({ ...chunk, block });
    },
    end,
    forgetPrompt() {
      echo = undefined;
    },
  };

  function write({ type, block, messageId }: Chunk): void {
    if (open?.body.type !== type) end();
    const slot = messageId === undefined ? open : byId.get(messageId);
    if (slot && slot.body.messageId === messageId) {
      const content = appendBlock(slot.body.content, block);
      if (content.length <= MAX_BLOCKS) {
        if (slot !== open) close();
        open = slot;
        return slot.set({ ...slot.body, content, isOpen: true });
      }
    }
    close();
    open = list.push<Body<MessageEntry>>({
      type,
      ...(messageId !== undefined && { messageId }),
      content: [block],
      isOpen: true,
    });
    if (messageId !== undefined) byId.set(messageId, open);
  }

  function end(): void {
    close();
    byId.clear();
    // The prompt has come back whole, so the same words again are another message.
    if (echo?.isComplete === true) echo = undefined;
  }

  function close(): void {
    open?.set({ ...open.body, isOpen: false });
    open = undefined;
  }
}
