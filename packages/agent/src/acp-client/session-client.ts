/**
 * The client, as one session sees it. Updates leave in the order in which they are given.
 *
 * Words that come faster than a reader can follow leave together: about twenty updates a second, however fast the model
 * is. A word that comes alone leaves at once.
 */

import { type AgentContext, type ClientCapabilities, methods, type SessionUpdate } from "@agentclientprotocol/sdk";
import { type Notice, noticeUpdate } from "@tenon/hub/display";

import type { NewId } from "./new-id.ts";

export interface SessionClient {
  readonly sessionId: string;
  readonly capabilities: ClientCapabilities;
  /** Everything else that is asked of the client. */
  readonly context: AgentContext;
  /** Waits only when too much is on its way already. Never rejects: when the client has gone, the session ends. */
  update(update: SessionUpdate): Promise<void>;
  /** Something the user should know that is no answer of the model; as a message for clients without notices [R150]. */
  notice(notice: Notice): Promise<void>;
  /** Resolves when every update is on its way: nothing of a turn may come after its answer [R67]. */
  flushed(): Promise<void>;
  /**
   * Nothing leaves any more. A late update of a server would count as the first of the same session opened again, whose
   * record is not open yet.
   */
  end(): void;
}

// A client that stops reading must not make us keep an answer of any length in memory.
const MAX_PENDING_UPDATES = 64;
const MAX_HELD_CHARACTERS = 64 * 1024;
const BURST_MS = 50;

type TextChunk = Extract<SessionUpdate, { readonly sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" }> & {
  readonly content: { readonly type: "text"; readonly text: string };
};

export function createSessionClient(
  context: AgentContext,
  options: { readonly sessionId: string; readonly capabilities: ClientCapabilities; readonly newId: NewId },
): SessionClient {
  const { sessionId, capabilities, newId } = options;
  const updates = createUpdateQueue(context, sessionId);
  return {
    sessionId,
    capabilities,
    context,
    update: updates.add,
    flushed: updates.flushed,
    end: updates.end,
    notice(notice) {
      const takesNotices = Boolean(capabilities.session?.notices);
      return updates.add(noticeUpdate(notice, { takesNotices, newMessageId: () => newId("message") }));
    },
  };
}

/** Text that comes in a burst is sent together: a message for each word would cost more than the words. */
function createUpdateQueue(context: AgentContext, sessionId: string) {
  let isOver = false;
  let pendingUpdates = 0;
  let last: Promise<void> = Promise.resolve();
  let lastChunkAt = Number.NEGATIVE_INFINITY;
  let held: { chunk: TextChunk; text: string; readonly timer: NodeJS.Timeout } | undefined;

  return {
    add,
    async flushed(): Promise<void> {
      release();
      await last;
    },
    end: () => void (isOver = true),
  };

  async function add(update: SessionUpdate): Promise<void> {
    if (!isTextChunk(update)) {
      release();
      return await send(update);
    }
    if (held && isSameMessage(held.chunk, update)) {
      held.text += update.content.text;
      if (held.text.length >= MAX_HELD_CHARACTERS) release();
    } else {
      release();
      const waitMs = lastChunkAt + BURST_MS - performance.now();
      if (waitMs <= 0) void send(update);
      else held = { chunk: update, text: update.content.text, timer: setTimeout(release, waitMs) };
    }
    if (pendingUpdates >= MAX_PENDING_UPDATES) await last;
  }

  function release(): void {
    if (!held) return;
    clearTimeout(held.timer);
    const { chunk, text } = held;
    held = undefined;
    void send({ ...chunk, content: { ...chunk.content, text } });
  }

  async function send(update: SessionUpdate): Promise<void> {
    if (isOver) return;
    if (isTextChunk(update)) lastChunkAt = performance.now();
    pendingUpdates += 1;
    last = context
      .notify(methods.client.session.update, { sessionId, update })
      .catch(() => {}) // The client has gone, and the session ends with it.
      .finally(() => void (pendingUpdates -= 1));
    if (pendingUpdates >= MAX_PENDING_UPDATES) await last;
  }
}

function isTextChunk(update: SessionUpdate): update is TextChunk {
  const { sessionUpdate } = update;
  return (
    (sessionUpdate === "agent_message_chunk" || sessionUpdate === "agent_thought_chunk") &&
    update.content.type === "text"
  );
}

function isSameMessage(one: TextChunk, other: TextChunk): boolean {
  return one.sessionUpdate === other.sessionUpdate && one.messageId === other.messageId;
}
