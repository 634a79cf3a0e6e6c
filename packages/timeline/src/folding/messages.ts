/**
 * Folds chunks into messages and thoughts.
 *
 * The law of interleaving: what follows a tool call is a new entry, whatever its message id says. Between two such ends, a
 * message id separates messages and joins them; without one, a message continues until something else comes.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { defined } from "@tenon/basis";

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
  const writing = createWriting(list);
  let echo: Echo | undefined;
  let by = nextBy;

  return {
    get nextBy() {
      return by;
    },
    get openType() {
      return writing.type;
    },
    promptedBy: (name) => void (by = name),
    addPrompt(content) {
      end();
      const whose = by === undefined ? {} : { by };
      const entry = { type: "user-message" as const, content: joinBlocks(content), isOpen: false, ...whose };
      // Without content it goes on with the turn before.
      if (content.length > 0) list.push<Body<MessageEntry>>(entry);
      by = undefined;
      echo = createEcho(content);
    },
    addChunk(chunk) {
      const isEcho = chunk.type === "user-message" && !chunk.isReplay && echo !== undefined;
      const blocks = isEcho ? echo?.take(chunk.block, chunk.messageId) : [chunk.block];
      for (const block of blocks ?? []) {
        if (writing.type !== chunk.type) end();
        writing.add({ ...chunk, block });
      }
    },
    end,
    forgetPrompt() {
      echo = undefined;
    },
  };

  function end(): void {
    writing.end();
    // The prompt has come back whole, so the same words again are another message.
    if (echo?.isComplete === true) echo = undefined;
  }
}

/** The message that is being written, and those since the last end that a message id can go on with. */
function createWriting(list: EntryList) {
  const byId = new Map<string, MessageSlot>();
  let open: MessageSlot | undefined;

  return {
    get type() {
      return open?.body.type;
    },
    /** A message of another type must have ended. */
    add({ type, block, messageId }: Chunk): void {
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
      const body = { type, ...defined({ messageId }), content: [block], isOpen: true };
      open = list.push<Body<MessageEntry>>(body);
      if (messageId !== undefined) byId.set(messageId, open);
    },
    end(): void {
      close();
      byId.clear();
    },
  };

  function close(): void {
    open?.set({ ...open.body, isOpen: false });
    open = undefined;
  }
}
