/**
 * Everything that the page holds while somebody is signed in, made once and ended once.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { isContentBlock } from "@tenon/timeline";
import { createStore, type StoreApi } from "zustand/vanilla";

import { type KnownModes, knownModes } from "./known-modes.ts";
import { sessionServers, type SessionServers } from "./session-servers.ts";
import { type Attachments, createAttachments, SERVERS_KEPT } from "./attachments.ts";
import { openByAgent } from "./open-by-agent.ts";
import { keptPrompts } from "./kept-prompts.ts";
import { type OpenSession, openSession, promptMark } from "../open-session/open-session.ts";
import { createPromptQueue, type PromptQueue, type QueuedPrompt } from "./prompt-queue.ts";
import { openSessionList, type SessionList } from "./session-list.ts";
import { type AcpClient, openAcpClient } from "../wire/acp-client.ts";
import type { Api } from "../wire/api.ts";
import { type Fields, listOf } from "../wire/fields.ts";
import { createQuestions, type Questions } from "../wire/questions.ts";
import { WireError } from "../wire/wire-error.ts";
import { INITIALIZE, QUESTION_METHODS } from "./introduction.ts";
import { entryOf } from "../wire/with-entry.ts";

export interface Page {
  readonly api: Api;
  readonly sessions: SessionList;
  readonly questions: Questions;
  readonly prompts: PromptQueue;
  readonly attachments: Attachments;
  readonly connection: StoreApi<ConnectionState>;
  readonly servers: SessionServers;
  readonly modes: KnownModes;
  /** The address of a session's records. */
  feedUrl(sessionId: string): URL;
  open(sessionId: string): OpenSession;
  /** Attaches to a session that is known; without it, prompts and questions do not pass. */
  attach(sessionId: string): Promise<void>;
  create(session: NewSession): Promise<string>;
  /** A new session that begins as this one is now. */
  fork(sessionId: string): Promise<string>;
  prompt(sessionId: string, content: readonly ContentBlock[]): void;
  /** Takes a prompt back that waits in its session; what it says, unless it is too late. */
  takeBack(sessionId: string, promptId: string): Promise<readonly ContentBlock[] | undefined>;
  cancel(sessionId: string): void;
  setOption(sessionId: string, configId: string, value: string | boolean): Promise<void>;
  setMode(sessionId: string, modeId: string): Promise<void>;
  /** Asks the session's agent something that the protocol leaves to extensions. */
  ask(sessionId: string, method: `_${string}`, params: object): Promise<Fields>;
  signOut(): Promise<void>;
  close(): void;
}

export interface ConnectionState {
  /** `connecting` only the first time; after that it is there, or lost and on its way back. */
  readonly phase: "connecting" | "online" | "lost";
}

export interface NewSession {
  readonly agent: string;
  readonly cwd: string;
  readonly mcpServers: readonly object[];
  readonly modeId?: string;
}

export interface PageOptions {
  readonly base: URL;
  readonly api: Api;
  readonly storage: Storage;
  /** Of this tab alone. */
  readonly tabStorage: Storage;
  /** The gateway does not let us in: perhaps the token has changed. */
  readonly onRefused: () => void;
  /** Somebody has signed out here. */
  readonly onSignedOut: () => void;
  /** The page shows more of a session than there is: its record was cut short. What it shows has to be read anew. */
  readonly onAhead: () => void;
}

export function openPage({ base, api, storage, tabStorage, onRefused, onSignedOut, onAhead }: PageOptions): Page {
  const connection = createStore<ConnectionState>(() => ({ phase: "connecting" }));
  const questions = createQuestions({ methods: QUESTION_METHODS });
  const servers = sessionServers(storage);
  const modes = knownModes(storage);
  const attachments = createAttachments({ acp: () => acp });
  const prompts = createPromptQueue({ canSend, send, kept: keptPrompts(tabStorage) });

  const sessions = openSessionList({
    api,
    url: socketUrl("/feed"),
    onChange: ({ id }) => prompts.pump(id),
    onLost: ({ wasOpen }) => {
      if (!wasOpen) onRefused();
    },
    // One line is dead, so the other will be; and on that one nothing would tell.
    onSilent: () => acp.restart(),
  });
  const acp: AcpClient = openAcpClient({
    url: () => socketUrl("/acp"),
    initialize: INITIALIZE,
    onReady() {
      connection.setState({ phase: "online" });
      prompts.pump();
    },
    onLost() {
      connection.setState(({ phase }) => ({ phase: phase === "connecting" ? "connecting" : "lost" }));
      questions.clear();
      attachments.clear();
    },
    onRequest: questions.add,
    onCancelled: questions.cancel,
    onNotification(method, { sessionId }) {
      // Its agent has gone, or somebody has closed it: what is asked of it next opens it again.
      if (method === "_tenon/session/closed" && typeof sessionId === "string") attachments.forget(sessionId);
    },
  });

  return {
    api,
    sessions,
    questions,
    prompts,
    attachments,
    connection,
    servers,
    modes,
    feedUrl,
    open: (id) =>
      openSession({
        id,
        feedUrl: feedUrl(id),
        lastSeq: () => api.lastSeq(id),
        onAhead,
        onPromptSeen: (promptId) => prompts.seen(id, promptId),
        onWaiting: (waiting) => prompts.arrived(id, waiting),
        onCaughtUp: () => prompts.settle(id),
      }),
    attach,
    async create({ agent, cwd, mcpServers, modeId }) {
      const asked = { cwd, mcpServers, _meta: { tenon: { agent } } };
      const { sessionId, answer } = await openByAgent(acp, "session/new", asked);
      attachments.created(sessionId, answer);
      servers.remember(sessionId, mcpServers);
      modes.learn(agent, answer["modes"]);
      if (modeId !== undefined) await setMode(sessionId, modeId);
      return sessionId;
    },
    async fork(sessionId) {
      const session = entryOf(sessions.store.getState().byId, sessionId);
      if (session?.forkedBy !== "agent") return await api.fork(sessionId);
      const { cwd } = session;
      const place = { sessionId, cwd, mcpServers: servers.of(sessionId), ...SERVERS_KEPT };
      const fork = await openByAgent(acp, "session/fork", place);
      attachments.created(fork.sessionId, fork.answer);
      return fork.sessionId;
    },
    prompt: prompts.add,
    async takeBack(sessionId, promptId) {
      // First: it is not to be shown as stopped when its answer comes.
      prompts.remove(sessionId, promptId);
      await attach(sessionId);
      const answer = await acp.request("_tenon/session/take_back", { sessionId, promptId });
      return listOf(answer["prompt"], (block) => (isContentBlock(block) ? block : undefined));
    },
    cancel: (sessionId) => acp.notify("session/cancel", { sessionId }),
    async setOption(sessionId, configId, value) {
      await attach(sessionId);
      const typed = typeof value === "boolean" ? { type: "boolean", value } : { value };
      await acp.request("session/set_config_option", { sessionId, configId, ...typed });
    },
    setMode,
    async ask(sessionId, method, params) {
      await attach(sessionId);
      return await acp.request(method, { sessionId, ...params });
    },
    // Whether or not the gateway heard it, this page is signed out.
    signOut: () => api.signOut().then(onSignedOut, onSignedOut),
    close() {
      sessions.close();
      acp.close();
    },
  };

  function attach(sessionId: string): Promise<void> {
    const cwd = entryOf(sessions.store.getState().byId, sessionId)?.cwd;
    if (cwd === undefined) {
      return Promise.reject(new WireError("offline", "The session is not known yet.", { call: "session/resume" }));
    }
    return attachments.attach({ sessionId, cwd, mcpServers: servers.of(sessionId) });
  }

  async function setMode(sessionId: string, modeId: string): Promise<void> {
    await attach(sessionId);
    await acp.request("session/set_mode", { sessionId, modeId });
  }

  function canSend(sessionId: string): boolean {
    return acp.isReady && entryOf(sessions.store.getState().byId, sessionId) !== undefined;
  }

  async function send(sessionId: string, { id, content }: QueuedPrompt): Promise<Fields> {
    await attach(sessionId);
    return await acp.request("session/prompt", { sessionId, prompt: content, ...promptMark(id) }).catch((error) => {
      // It was closed while the prompt was on its way there.
      if (error instanceof WireError && error.details.status === RESOURCE_NOT_FOUND) attachments.forget(sessionId);
      throw error;
    });
  }

  function feedUrl(sessionId: string): URL {
    return socketUrl(`/feed/${encodeURIComponent(sessionId)}`);
  }

  function socketUrl(path: string): URL {
    const url = new URL(path, base);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = api.key;
    return url;
  }
}

const RESOURCE_NOT_FOUND = -32_002;
