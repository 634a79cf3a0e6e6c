/**
 * The ACP connection to the gateway, and what lives and dies with it: attachments and open questions.
 */

import { createStore, type StoreApi } from "zustand/vanilla";

import { type AcpClient, openAcpClient } from "../wire/acp-client.ts";
import { createQuestions, type Questions } from "../wire/questions.ts";
import { type Attachments, createAttachments } from "./attachments.ts";
import { INITIALIZE, QUESTION_METHODS } from "./introduction.ts";

export interface Connection {
  readonly acp: AcpClient;
  readonly state: StoreApi<ConnectionState>;
  readonly questions: Questions;
  readonly attachments: Attachments;
}

export interface ConnectionState {
  /** `connecting` only the first time; after that `online`, or `lost` and reconnecting. */
  readonly phase: "connecting" | "online" | "lost";
}

/** `url` is asked for each connection: the page's key may have changed. */
export function openConnection(url: () => URL): Connection {
  const questions = createQuestions({ methods: QUESTION_METHODS });
  const attachments = createAttachments();
  const state = createStore<ConnectionState>(() => ({ phase: "connecting" }));
  const acp = openAcpClient({
    url,
    initialize: INITIALIZE,
    onReady: () => state.setState({ phase: "online" }),
    onLost() {
      state.setState(({ phase }) => ({ phase: phase === "connecting" ? "connecting" : "lost" }));
      questions.clear();
      attachments.clear();
    },
    onRequest: questions.add,
    onCancelled: questions.cancel,
    onNotification(method, { sessionId }) {
      // Its agent exited, or a client closed it: the next call reopens it.
      if (method === "_tenon/session/closed" && typeof sessionId === "string") attachments.forget(sessionId);
    },
  });
  return { acp, state, questions, attachments };
}
