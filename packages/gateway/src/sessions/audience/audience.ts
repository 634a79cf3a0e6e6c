/**
 * The clients that are attached to a session, and what they are sent.
 */

import type { AnyNotification } from "@agentclientprotocol/sdk";
import { toError } from "@tenon/basis";

import type { ClientLink } from "../../wire/client-link.ts";
import type { TappedJournal } from "../../record/tapped-journal.ts";
import { type Attachment, createAttachment, createSilentAttachment } from "./attachment.ts";
import { conversation, messagesAfter } from "./read-session.ts";
import { isShownTo, withSeq } from "./recorded-messages.ts";

export interface Audience {
  /** The one that prompted last is the last. */
  readonly links: ReadonlySet<ClientLink>;
  /** `isBusy`: a turn runs. */
  attach(link: ClientLink, options: Attaching): void;
  detach(link: ClientLink): void;
  watch(watcher: AudienceWatcher): void;
  /** It is the last one from now on. */
  prefer(link: ClientLink): void;
  /** Messages of one record, in the order of the records; `size` is that of all of them. */
  broadcast(messages: readonly AnyNotification[], options: BroadcastOptions): void;
  /** Sends a client an answer or a question, after what came before it. */
  hand(link: ClientLink, send: () => void, seq?: number): void;
  /** The client has prompted: the agent, and the journal, know the request by this id. */
  prompted(link: ClientLink, requestId: unknown): void;
  /** The session is over. All but one of them are notified. */
  end(message: AnyNotification, knowing: ClientLink | undefined): void;
}

export interface AttachOptions {
  /**
   * `start`: the whole conversation. `after`: the messages after a record. `since`: the same, if they are still to come over
   * the wire.
   */
  readonly from: "start" | { readonly after: number } | { readonly since: number };
  /** It has been sent what it asked for, and is live from now on. */
  onLive(seq: number): void;
  onFailure(error: unknown): void;
}

type Attaching = AttachOptions & { readonly isBusy: boolean };

export interface BroadcastOptions {
  readonly seq: number | undefined;
  readonly size: number;
  readonly except?: readonly ClientLink[] | undefined;
}

export interface AudienceOptions {
  readonly sessionId: string;
  readonly tap: TappedJournal;
}

export interface AudienceWatcher {
  onAttach(link: ClientLink): void;
  onDetach(link: ClientLink): void;
}

export function createAudience({ sessionId, tap }: AudienceOptions): Audience {
  const attachments = new Map<ClientLink, Attachment>();
  const links = new Set<ClientLink>();
  const watchers: AudienceWatcher[] = [];
  const readers = createReaders({ sessionId, tap });
  return {
    links,
    attach,
    detach,
    watch: (watcher) => void watchers.push(watcher),
    prefer: (link) => void (links.delete(link) && links.add(link)),
    broadcast(messages, { seq, size, except = [] }) {
      const send = (link: ClientLink) => {
        for (const message of messages) if (isShownTo(link, message)) link.send(withSeq(link, message, seq), size);
      };
      for (const [link, attachment] of attachments) if (!except.includes(link)) attachment.push(seq, send);
    },
    hand(link, send, seq) {
      const attachment = attachments.get(link);
      if (attachment) attachment.hand(seq, send);
      else send();
    },
    prompted: readers.prompted,
    end(message, knowing) {
      for (const [link, attachment] of attachments) {
        if (link !== knowing) attachment.hand(undefined, () => link.send(message));
        attachment.end();
      }
      attachments.clear();
      links.clear();
    },
  };

  function attach(link: ClientLink, options: Attaching) {
    if (link.gone.aborted) return;
    attachments.get(link)?.detach();
    if (link.wantsUpdates) attachments.set(link, readers.open(link, options, leave));
    else {
      attachments.set(link, createSilentAttachment(link));
      options.onLive(tap.lastSeq(sessionId));
    }
    links.add(link);
    for (const { onAttach } of watchers) onAttach(link);
  }

  /** False if another attachment has replaced it, or the session is over. */
  function leave(attachment: Attachment): boolean {
    const isAttached = attachments.get(attachment.link) === attachment;
    if (isAttached) detach(attachment.link);
    return isAttached;
  }

  function detach(link: ClientLink) {
    if (!links.delete(link)) return;
    attachments.get(link)?.detach();
    attachments.delete(link);
    for (const { onDetach } of watchers) onDetach(link);
  }
}

/** Opens attachments that read the session, each without the prompts of its own client. */
function createReaders({ sessionId, tap }: AudienceOptions) {
  const ownPrompts = new WeakMap<ClientLink, Set<unknown>>();
  return {
    prompted: (link: ClientLink, requestId: unknown) => void ownPrompts.get(link)?.add(requestId),
    open(link: ClientLink, options: Attaching, leave: (attachment: Attachment) => boolean): Attachment {
      const { from, isBusy, onLive, onFailure } = options;
      const own = new Set<unknown>();
      ownPrompts.set(link, own);
      const reading = { journal: tap.journal, sessionId, link };
      const readOn = messagesAfter({ ...reading, isOwnPrompt: (requestId) => own.has(requestId) });
      const first =
        from === "start" ? conversation({ ...reading, isLive: isBusy }) : "after" in from ? readOn : undefined;
      let isLive = false;
      const attachment = createAttachment({
        link,
        after: seqIn(from),
        catchUp: first,
        readOn,
        lastSeq: () => tap.lastSeq(sessionId),
        onLive(seq) {
          isLive = true;
          onLive(seq);
        },
        onFailure(error) {
          const wasAttached = leave(attachment);
          if (!isLive) onFailure(error);
          else if (wasAttached) link.giveUp(toError(error)); // Otherwise the session is gone, and the client knows.
        },
      });
      return attachment;
    },
  };
}

function seqIn(from: AttachOptions["from"]): number {
  if (from === "start") return 0;
  return "after" in from ? from.after : from.since;
}
