/**
 * The sessions this page is attached to: it may prompt in them, and gets their questions.
 *
 * The law: at most one `session/resume` for each session and connection, however many wait for it.
 */

import type { SessionModeState } from "@agentclientprotocol/sdk";
import { defined, isObject, type JsonObject } from "@tenon/basis";
import { createStore, type StoreApi } from "zustand/vanilla";

import { type SignInNeeded, signInNeededIn } from "../wire/sign-in-needed.ts";
import { messageOf, WireError } from "../wire/wire-error.ts";
import { entryOf, withEntry } from "../wire/with-entry.ts";

export interface Attachment {
  readonly phase: "attaching" | "attached" | "failed";
  readonly error?: string;
  /** Its agent wants a sign-in first. */
  readonly signIn?: SignInNeeded;
  /** The agent's modes, if it does not offer them as an option. */
  readonly modes?: SessionModeState;
}

export interface Attachments {
  readonly store: StoreApi<AttachmentState>;
  /** Resolves when the page is attached; rejects if `resume` does. */
  attach(sessionId: string, resume: () => Promise<JsonObject>): Promise<void>;
  /** This connection made the session. */
  created(sessionId: string, answer: JsonObject): void;
  /** The session is no longer open in the gateway: the next attempt opens it again. */
  forget(sessionId: string): void;
  /** The connection is gone, and all attachments with it. */
  clear(): void;
}

export interface AttachmentState {
  readonly bySession: Readonly<Record<string, Attachment>>;
}

export function createAttachments(): Attachments {
  const store = createStore<AttachmentState>(() => ({ bySession: {} }));
  const attaching = new Map<string, Promise<void>>();

  return {
    store,
    attach(sessionId, resume) {
      const known = attaching.get(sessionId);
      if (known) return known;
      const attempt = open(sessionId, resume).catch((error: unknown) => {
        if (attaching.get(sessionId) === attempt) attaching.delete(sessionId);
        throw error;
      });
      attaching.set(sessionId, attempt);
      return attempt;
    },
    created(sessionId, answer) {
      attaching.set(sessionId, Promise.resolve());
      set(sessionId, { phase: "attached", ...modesOf(answer) });
    },
    forget(sessionId) {
      // An attempt in flight gets its own answer.
      if (entryOf(store.getState().bySession, sessionId)?.phase !== "attached") return;
      attaching.delete(sessionId);
      set(sessionId, undefined);
    },
    clear() {
      attaching.clear();
      store.setState({ bySession: {} });
    },
  };

  async function open(sessionId: string, resume: () => Promise<JsonObject>): Promise<void> {
    set(sessionId, { phase: "attaching" });
    try {
      const answer = await resume();
      set(sessionId, { phase: "attached", ...modesOf(answer) });
    } catch (error) {
      // Without a connection this says nothing about the session: the next connection tries again.
      const isOffline = error instanceof WireError && error.code !== "refused";
      const failed = {
        phase: "failed",
        error: messageOf(error),
        ...defined({ signIn: signInNeededIn(error) }),
      } as const;
      set(sessionId, isOffline ? undefined : failed);
      throw error;
    }
  }

  function set(sessionId: string, attachment: Attachment | undefined): void {
    store.setState(({ bySession }) => ({ bySession: withEntry(bySession, sessionId, attachment) }));
  }
}

function modesOf({ modes }: JsonObject): { readonly modes?: SessionModeState } {
  return isModeState(modes) ? { modes } : {};
}

function isModeState(value: unknown): value is SessionModeState {
  if (!isObject(value) || typeof value["currentModeId"] !== "string") return false;
  const { availableModes } = value;
  return (
    Array.isArray(availableModes) && availableModes.every((mode) => isObject(mode) && typeof mode["id"] === "string")
  );
}
