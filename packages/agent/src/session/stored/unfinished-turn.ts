/**
 * A turn that was cut off while it waited for a person, because its machine was lost. What was only asked about has not run:
 * the question can be put again, and the turn go on.
 *
 * The law: a call is put to a person again only if the journal shows that it never ran. `permitted` is in the journal before
 * an approved call runs: on the disk some milliseconds later, so only a machine that loses its power within these asks again about
 * a call that has run.
 */

import { defined, objectOf, stringOf } from "@tenon/basis";
import { isImportMark, type Journal, type JournalRecord, PERMITTED } from "@tenon/journal";
import { REDACTED } from "@tenon/policy";
import { messageOf } from "@tenon/timeline";

import { callsOf } from "../../history/close-open-calls.ts";
import type { HistoryRecord } from "../../history/history.ts";
import type { ToolCall } from "../../model/model.ts";

export interface UnfinishedTurn {
  /** By which its client named the prompt. */
  readonly promptId?: string;
  /** When the last question was asked, in milliseconds since 1970. */
  readonly askedAt: number;
  /** The calls that were asked about and never ran. */
  readonly calls: readonly AskedCall[];
}

export interface AskedCall {
  readonly call: ToolCall;
  /** What clients know it by. */
  readonly toolCallId: string;
}

const QUESTIONS: ReadonlySet<string> = new Set(["session/request_permission", "elicitation/create"]);
const PROMPTS = { from: ["client", "tenon"] as const, kinds: ["session/prompt", "imported"] };
const KINDS = [...QUESTIONS, PERMITTED, "response", "tool_call_update"];

/**
 * Undefined if the last turn did not end with calls without results, did not wait for a person, or is a copy: that of a fork
 * waits in its parent, and that of an imported file was never begun here.
 */
export async function readUnfinished(
  journal: Pick<Journal, "records" | "session">,
  sessionId: string,
  history: readonly HistoryRecord[],
): Promise<UnfinishedTurn | undefined> {
  const last = history.at(-1);
  if (last?.type !== "history" || last.message.role !== "assistant") return undefined;
  const calls = callsOf(last.message);
  if (calls.length === 0) return undefined;
  let prompt: JournalRecord | undefined;
  for await (const record of journal.records(sessionId, PROMPTS)) prompt = isImportMark(record) ? undefined : record;
  if (!prompt) return undefined;
  const { parent } = (await journal.session(sessionId)) ?? {};
  if (parent && prompt.seq <= parent.at) return undefined;
  const { asked, askedAt } = await readQuestions(journal.records(sessionId, { after: prompt.seq, kinds: KINDS }));
  if (askedAt === undefined) return undefined;
  const { _meta } = objectOf(objectOf(messageOf(prompt))["params"]);
  const promptId = stringOf(objectOf(objectOf(_meta)["tenon"])["promptId"]);
  return { ...defined({ promptId }), askedAt, calls: matched(calls, asked) };
}

interface Asked {
  readonly toolCallId: string;
  /** Its name and arguments, to find the model's call by. */
  readonly key: string;
}

async function readQuestions(records: AsyncIterable<JournalRecord>) {
  const asked = new Map<string, Asked>();
  const open = new Map<unknown, number>();
  for await (const record of records) {
    const { id, type, method, params, toolCallId } = objectOf(messageOf(record));
    if (record.from === "agent" && typeof method === "string" && QUESTIONS.has(method)) {
      open.set(id, record.at);
      const { toolCall } = objectOf(params);
      const { toolCallId: callId, name, rawInput } = objectOf(toolCall);
      if (typeof callId === "string") asked.set(callId, { toolCallId: callId, key: keyOf(String(name), rawInput) });
    } else if (type === PERMITTED) {
      asked.delete(String(toolCallId));
    } else if (record.kind === "tool_call_update") {
      const { toolCallId: callId, status } = objectOf(objectOf(params)["update"]);
      if (status !== undefined && status !== "pending") asked.delete(String(callId));
    } else if (record.from === "client") {
      open.delete(id);
    }
  }
  const times = [...open.values()];
  return { asked: [...asked.values()], askedAt: times.length === 0 ? undefined : Math.max(...times) };
}

/** One whose arguments had a secret cannot be run from the record, which does not have it. */
function matched(calls: readonly ToolCall[], asked: readonly Asked[]): readonly AskedCall[] {
  const left = [...asked];
  return calls.flatMap((call) => {
    const key = keyOf(call.name, call.args);
    const index = left.findIndex((one) => one.key === key && !key.includes(REDACTED));
    const [found] = index < 0 ? [] : left.splice(index, 1);
    return found ? [{ call, toolCallId: found.toolCallId }] : [];
  });
}

function keyOf(name: string, args: unknown): string {
  return JSON.stringify([name, args]);
}
