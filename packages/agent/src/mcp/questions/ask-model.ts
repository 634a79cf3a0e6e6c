/**
 * Answers a server's question to the session's model (`sampling/createMessage`), after the policy or the user has allowed
 * it. It is shown as a tool call, with what is asked and what is answered.
 *
 * Bounded: only while one of the server's calls runs, so many times in a call, so many tokens, never with tools, and never
 * with anything of the session's own conversation.
 */

import type { ToolCallContent, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { errorMessage } from "@tenon/basis";
import type { Asker, ModelPart, SessionCallbacks } from "@tenon/hub";
import { serverKey } from "@tenon/policy";
import { resultBlocks } from "@tenon/hub/display";

import type { Message, Model, Usage } from "../../model/model.ts";
import type { SessionClient } from "../../acp-client/session-client.ts";
import type { NewId } from "../../acp-client/new-id.ts";
import { retryNotice } from "../../turn/retry-notice.ts";
import { blockContent } from "../../tools/tool-content.ts";
import type { Permit } from "../../turn/turn.ts";
import type { RunningCall, RunningCalls } from "../calls/running-calls.ts";

type Sample = NonNullable<SessionCallbacks["sample"]>;
type Question = Parameters<Sample>[0];
type Answer = Awaited<ReturnType<Sample>>;

const MAX_PER_CALL = 20;
const MAX_TOKENS = 8_192;
// Providers count less in most texts, so this cuts off what is really too long.
const CHARACTERS_PER_TOKEN = 4;
const NAME = "sampling/createMessage";
// By the specification, for a person who says no.
const REJECTED = -1;

/** Why a server gets no answer; the code goes over the wire. */
class NotAnswered extends Error {
  override readonly name = "NotAnswered";
  readonly code: number;

  constructor(message: string, code: number = REJECTED) {
    super(message);
    this.code = code;
  }
}

export interface ModelAskerOptions {
  readonly client: SessionClient;
  readonly running: RunningCalls;
  readonly permit: Permit;
  readonly newId: NewId;
  readonly model: () => Model;
  readonly onUsage: (model: Model, usage: Usage | undefined) => Promise<void>;
}

export function createModelAsker(options: ModelAskerOptions): Sample {
  const { client, running, permit, newId } = options;
  const counts = new WeakMap<RunningCall, number>();

  return async (question, from) => {
    const { signal, spec } = admit(question, from);
    const toolCallId = newId("call");
    const args = { ...question };
    const update = (change: Omit<ToolCallUpdate, "toolCallId">) =>
      client.update({ sessionUpdate: "tool_call_update", toolCallId, ...change });
    const prepared = {
      title: `${from.server}: ask the model`,
      kind: "think" as const,
      content: question.messages.flatMap(({ content }) => shown(content)),
      subjects: [{ type: "tool-call" as const, server: from.server, tool: NAME, arguments: args }],
      known: { definition: { name: NAME }, serverKey: serverKey(spec) },
      run: () => Promise.reject(new Error("A server's question is not run as a tool")),
    };
    const { title, kind, content } = prepared;
    await client.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title,
      name: NAME,
      kind,
      status: "pending",
      rawInput: args,
      content,
    });
    try {
      const permitted = await permit({ toolCallId, name: NAME, args, prepared, signal });
      signal.throwIfAborted();
      if (!permitted.isAllowed) throw new NotAnswered(permitted.reason);
      await Promise.all([update({ status: "in_progress" }), permitted.recorded]);
      const answer = await ask(question, options, signal);
      await update({ status: "completed", content: [...content, ...shown(answer.content)], rawOutput: answer });
      return answer;
    } catch (error) {
      const reason = signal.aborted ? "Cancelled." : errorMessage(error);
      await update({ status: "failed", content: [...content, ...shown({ type: "text", text: reason })] });
      throw error instanceof NotAnswered ? error : new NotAnswered(reason);
    }
  };

  function admit(question: Question, { server, signal }: Asker): Pick<RunningCall, "signal" | "spec"> {
    const calls = running.of(server);
    const [call] = calls;
    if (!call) throw new NotAnswered(`Sampling is only allowed while a tool of ${server} runs`);
    if (question.tools && question.tools.length > 0) throw new NotAnswered("Sampling with tools is not supported");
    const count = (counts.get(call) ?? 0) + 1;
    if (count > MAX_PER_CALL) throw new NotAnswered(`A call may use sampling at most ${MAX_PER_CALL} times`);
    counts.set(call, count);
    return { spec: call.spec, signal: AbortSignal.any([signal, ...calls.map((each) => each.signal)]) };
  }
}

async function ask(
  { messages, systemPrompt, maxTokens }: Question,
  { client, model, onUsage }: ModelAskerOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const asked = model();
  const longest = Math.min(maxTokens, MAX_TOKENS) * CHARACTERS_PER_TOKEN;
  const enough = new AbortController();
  let text = "";
  let usage: Usage | undefined;
  let isCut = false;
  const events = asked.answer({
    system: systemPrompt === undefined ? [] : [systemPrompt],
    messages: messages.map(({ role, content }) => messageOf(role, content, asked)),
    tools: [],
    signal: AbortSignal.any([signal, enough.signal]),
  });
  for await (const event of events) {
    signal.throwIfAborted();
    if (event.type === "retry") await client.notice(retryNotice(event));
    if (event.type === "text-delta") text += event.text;
    if (event.type === "finish") [usage, isCut] = [event.usage, event.reason === "length"];
    isCut ||= text.length > longest;
    if (isCut) break;
  }
  enough.abort();
  await onUsage(asked, usage);
  const content = { type: "text" as const, text: text.slice(0, longest) };
  return { role: "assistant", model: asked.id, content, stopReason: isCut ? "maxTokens" : "endTurn" };
}

type Content = Question["messages"][number]["content"];

function messageOf(role: "user" | "assistant", content: Content, { accepts }: Model): Message {
  const parts = [content].flat().map((block): ModelPart => {
    if (block.type === "text") return { type: "text", text: block.text };
    if (block.type !== "image" && block.type !== "audio")
      throw new NotAnswered(`Sampling does not support ${block.type} content`);
    if (!accepts[block.type]) throw new NotAnswered(`The model of this session does not accept ${block.type} content`);
    return { type: block.type, data: block.data, mimeType: block.mimeType };
  });
  if (role === "user") return { role, parts };
  return { role, parts: parts.flatMap((part) => (part.type === "text" ? [part] : [])) };
}

function shown(content: unknown): ToolCallContent[] {
  return resultBlocks({ content: [content].flat() }).map(blockContent);
}
