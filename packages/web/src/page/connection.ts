/**
 * The ACP connection to the gateway, and what lives and dies with it: attachments and open questions.
 */

import type { InitializeRequest } from "@agentclientprotocol/sdk";
import { within } from "@tenon/basis";
import { createStore, type StoreApi } from "zustand/vanilla";

import { type AcpClient, openAcpClient } from "../wire/acp-client.ts";
import { createQuestions, type Questions } from "../wire/questions.ts";
import { createLending, type Lending } from "../lending/lending.ts";
import { type Attachments, createAttachments } from "./attachments.ts";
import type { SignInTabs } from "./sign-in-tabs.ts";

export interface Connection {
  readonly acp: AcpClient;
  readonly state: StoreApi<ConnectionState>;
  readonly questions: Questions;
  readonly attachments: Attachments;
  readonly lending: Lending;
}

export interface ConnectionState {
  /** `connecting` only the first time; after that `online`, or `lost` and reconnecting. */
  readonly phase: "connecting" | "online" | "lost";
}

interface ConnectionOptions {
  readonly tabs: Pick<SignInTabs, "take">;
  readonly onHeard: () => void;
}

const QUESTION_METHODS: ReadonlySet<string> = new Set(["session/request_permission", "elicitation/create"]);

const INITIALIZE: InitializeRequest = {
  // A browser has no files or terminals on the agents' machine: the gateway provides them. Updates come from the feed.
  _meta: { tenon: { host: true, updates: false } },
  protocolVersion: 1,
  clientInfo: { name: "tenon-page", title: "Tenon page", version: "0.1.0" },
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    // The page shows the command.
    auth: { terminal: true },
    elicitation: { form: {}, url: {} },
    session: { configOptions: { boolean: {} }, compaction: {}, notices: {} },
  },
};

// A gateway whose first agent is not ours answers when that has started.
const PATIENCE_MS = 30_000;

/** Resolves when the connection is there, or has not come for a while: what is asked then fails with the reason. */
export async function whenOnline(state: StoreApi<ConnectionState>): Promise<void> {
  const online = Promise.withResolvers<void>();
  const look = ({ phase }: ConnectionState) => phase === "online" && online.resolve();
  const stop = state.subscribe(look);
  look(state.getState());
  await within(PATIENCE_MS, online.promise);
  stop();
}

/** `url` is asked for each connection: the page's key may have changed. */
export function openConnection(url: () => URL, { tabs, onHeard }: ConnectionOptions): Connection {
  const questions = createQuestions({ methods: QUESTION_METHODS });
  const attachments = createAttachments();
  const state = createStore<ConnectionState>(() => ({ phase: "connecting" }));
  const lending = createLending({ questions, notify: (method, params) => acp.notify(method, params) });
  const acp = openAcpClient({
    url,
    initialize: INITIALIZE,
    onHeard,
    onReady(answer) {
      lending.greeted(answer);
      state.setState({ phase: "online" });
    },
    onLost() {
      state.setState(({ phase }) => ({ phase: phase === "connecting" ? "connecting" : "lost" }));
      questions.clear();
      attachments.clear();
      lending.clear();
    },
    onRequest(request) {
      if (!tabs.take(request) && !lending.take(request)) questions.add(request);
    },
    onCancelled(id) {
      lending.cancel(id);
      questions.cancel(id);
    },
    onNotification(method, { sessionId }) {
      // Its agent exited, or a client closed it: the next call reopens it.
      if (method === "_tenon/session/closed" && typeof sessionId === "string") attachments.forget(sessionId);
    },
  });
  return { acp, state, questions, attachments, lending };
}
