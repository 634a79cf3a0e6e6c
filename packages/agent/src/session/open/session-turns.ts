/**
 * The turns of a session, one after another: a prompt is a slash command, which is answered here, or a turn of the model.
 */

import type { ContentBlock, StopReason } from "@agentclientprotocol/sdk";
import { defined, measured, type Outcome, type Telemetry } from "@tenon/basis";

import type { NewId } from "../../acp-client/new-id.ts";
import { difference } from "../../context/usage-count.ts";
import { promptParts } from "../../history/prompt-parts.ts";
import { attachResources } from "../../mcp/calls/attach-resources.ts";
import type { Message, ToolResult } from "../../model/model.ts";
import { SWITCH_MODE, switchModeTool } from "../../modes/switch-mode-tool.ts";
import { runToolCalls } from "../../turn/run-tool-calls.ts";
import { runTurn } from "../../turn/run-turn.ts";
import { prepareCall, type ReadyCall, startOf } from "../../turn/shown-calls.ts";
import type { ContextWatch, Toolbox, Turn } from "../../turn/turn.ts";
import type { PromptOptions, Session } from "./agent-session.ts";
import type { SessionParts } from "./session-parts.ts";
import { createTurnQueue } from "./turn-queue.ts";
import type { UnfinishedTurn } from "../stored/unfinished-turn.ts";

export interface SessionTurns extends Pick<Session, "prompt" | "cancel" | "setTitle" | "unfinished"> {
  /** Resolves when no turn is left. Never rejects. */
  settled(): Promise<void>;
}

export interface TurnOptions {
  readonly id: string;
  readonly isTitled: boolean;
  readonly maxSteps: number;
  readonly newId: NewId;
  readonly now: () => Date;
  readonly telemetry: Telemetry;
  readonly saveFiles: () => Promise<void>;
  readonly isHeld: () => boolean;
  readonly unfinished: UnfinishedTurn | undefined;
}

export function createSessionTurns(parts: SessionParts, options: TurnOptions): SessionTurns {
  const { client, history, meter, commands } = parts;
  const queue = createTurnQueue();
  let { isTitled, unfinished } = options;
  return {
    get unfinished() {
      return unfinished;
    },
    prompt: (prompt, given) =>
      queue.add((signal) => {
        const operation = options.telemetry.begin("turn", { sessionId: options.id }, given.meta);
        const run = (meta: PromptOptions["meta"]) => turn(prompt, { ...given, ...defined({ meta }) }, signal);
        return measured(operation, run, { signal, outcomeOf });
      }, given.signal),
    cancel: () => queue.cancel(),
    settled: () => queue.settled(),
    async setTitle(title) {
      isTitled = true;
      await showTitle(title);
    },
  };

  async function turn(prompt: readonly ContentBlock[], given: PromptOptions, signal: AbortSignal): Promise<StopReason> {
    const usedBefore = meter.total;
    try {
      await parts.ownTools.begin({ signal });
      const left = unfinished;
      unfinished = undefined;
      if (prompt.length === 0 && left) return await finish(parts, left, { ...options, ...given, signal });
      const commanded = await commands.run(prompt, { signal, ...defined({ meta: given.meta }) });
      if (commanded?.type === "answered") return "end_turn";
      const messages = commanded?.messages ?? [await userMessage(parts, prompt, signal)];
      if (history.messages.length === 0 && !isTitled) await showTitle(sessionTitle(prompt));
      return await answer(parts, messages, { ...options, ...given, signal });
    } catch (error) {
      if (signal.aborted) return "cancelled";
      throw error;
    } finally {
      given.onUsage?.(difference(meter.total, usedBefore));
      await client.flushed();
    }
  }

  async function showTitle(title: string | undefined): Promise<void> {
    const updatedAt = options.now().toISOString();
    await client.update({ sessionUpdate: "session_info_update", ...defined({ title }), updatedAt });
  }
}

function outcomeOf(reason: StopReason): Outcome {
  return reason === "cancelled" ? "cancelled" : "ok";
}

/** The prompt with what its links to servers' resources lead to. */
async function userMessage(
  { servers, settings }: SessionParts,
  prompt: readonly ContentBlock[],
  signal: AbortSignal,
): Promise<Message> {
  const hasLinks = prompt.some(({ type }) => type === "resource_link");
  if (hasLinks) await servers.ready({ signal });
  const attached = hasLinks ? await attachResources(prompt, servers.resources, { signal }) : prompt;
  return { role: "user", parts: promptParts(attached, settings.accepts) };
}

async function answer(
  parts: SessionParts,
  messages: readonly Message[],
  options: PromptOptions & TurnOptions,
): Promise<StopReason> {
  const { history, servers, ownTools } = parts;
  const before = history.messages.slice();
  for (const message of withNews(messages, ownTools.news())) await history.add(message);
  await servers.ready({ signal: options.signal });
  const reason = await runTurn(turnOf(parts, wordsOf(messages), options));
  // The protocol: a refused prompt and everything after it is not shown to the model again.
  if (reason === "refusal") await history.replace(before);
  return reason;
}

/**
 * Goes on with a turn that was cut off: its questions are put again, under the same calls. What may have run is not run again,
 * and the model learns that its outcome is not known.
 */
async function finish(
  parts: SessionParts,
  { calls }: UnfinishedTurn,
  options: PromptOptions & TurnOptions,
): Promise<StopReason> {
  const { history, servers, client } = parts;
  const { signal } = options;
  await servers.ready({ signal });
  const turn = turnOf(parts, wordsOf(history.messages.filter(({ role }) => role === "user").slice(-1)), options);
  const toolbox = turn.toolbox();
  const ready: ReadyCall[] = [];
  for (const { call, toolCallId } of calls) {
    const asked = { call, toolCallId, plan: await prepareCall(call, toolbox, signal) };
    await client.update(startOf(asked));
    ready.push(asked);
  }
  const ran = await runToolCalls(ready, turn, Promise.resolve());
  const unknown = history.takeBackCutOff();
  const resultOf = (result: ToolResult) => ran.find(({ toolCallId }) => toolCallId === result.toolCallId) ?? result;
  await turn.saveFiles();
  await history.add({ role: "tool", results: unknown.map(resultOf) });
  return await runTurn(turn);
}

function turnOf(parts: SessionParts, words: string, options: PromptOptions & TurnOptions): Turn {
  const { client, history, settings, permit, ownTools } = parts;
  const { signal, meta, newId, maxSteps, telemetry, saveFiles, isHeld } = options;
  return {
    client,
    history,
    signal,
    permit,
    isHeld,
    newId,
    maxSteps,
    telemetry,
    saveFiles,
    model: () => settings.model,
    thoughtLevel: () => settings.thoughtLevel,
    system: parts.system,
    toolbox: () => toolbox(parts, words),
    news: ownTools.news,
    context: contextWatch(parts, signal),
    ...defined({ meta }),
  };
}

/** The agent's own tools first, then the servers'. */
function toolbox({ client, settings, servers, ownTools, recordOffer }: SessionParts, words: string): Toolbox {
  const { definitions, notes, find, seen } = servers.offer(words);
  const switchMode = switchModeTool({ client, mode: () => settings.mode.id, setMode: settings.setMode });
  const own = [...ownTools.tools, ...(settings.mode.id === "architect" ? [switchMode] : [])];
  const offered = [...own.map((tool) => tool.definition), ...definitions];
  recordOffer(settings.model.id, offered, servers.hub.lastOffer);
  return {
    definitions: offered,
    notes,
    find: (name) => (name === SWITCH_MODE ? switchMode : (ownTools.find(name) ?? find(name))),
    seen,
  };
}

function contextWatch({ meter, settings }: SessionParts, signal: AbortSignal): ContextWatch {
  return {
    async beforeStep() {
      if (meter.isFull(settings.model)) await meter.makeRoom(settings.model, { signal });
    },
    overflowed: async () => (await meter.makeRoom(settings.model, { signal })) === "made",
    afterStep: (model, usage) => meter.record(model, usage),
  };
}

/** Put before the user's own prompt. */
function withNews(messages: readonly Message[], news: string | undefined): readonly Message[] {
  const [first, ...others] = messages;
  if (news === undefined || first?.role !== "user") return messages;
  return [{ ...first, parts: [{ type: "text", text: news }, ...first.parts] }, ...others];
}

/** What the user asked for, to find tools by. */
function wordsOf(messages: readonly Message[]): string {
  const parts = messages.flatMap((message) => (message.role === "user" ? message.parts : []));
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/**
 * What a session is called in lists: the beginning of what the user first asked for [R62].
 */
const MAX_LENGTH = 80;

/** Undefined if there are no words in it. */
function sessionTitle(prompt: readonly ContentBlock[]): string | undefined {
  const lines = prompt.flatMap((block) => (block.type === "text" ? block.text.split("\n") : []));
  const line = lines.map((each) => each.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim()).find((each) => each !== "");
  // Of a command, what it was given; the command itself if that is all.
  const [, command, input] = /^\/([\w:.-]+)(?:\s+(.*))?$/u.exec(line ?? "") ?? [];
  const title = input || command || line;
  if (title === undefined || title.length <= MAX_LENGTH) return title;
  return `${title
    .slice(0, MAX_LENGTH - 1)
    .toWellFormed()
    .trimEnd()}…`;
}
