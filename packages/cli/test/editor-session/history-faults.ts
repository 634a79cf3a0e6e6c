/**
 * What a provider would refuse in the conversation that it is sent: a call without its result right after it, a result
 * without its call, an answer where the user should speak.
 */

import type { ApiName, ModelRequest } from "@tenon/testkit/model";

interface Step {
  /** Ids where the API has them, names where it does not. */
  readonly calls: readonly string[];
  readonly results: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

export function historyFaults({ api, messages }: Pick<ModelRequest, "api" | "messages">): readonly string[] {
  const faults: string[] = [];
  let open: readonly string[] = [];
  for (const { calls, results } of readers[api](messages.map(fieldsOf))) {
    if (open.length > 0 && results.length === 0) faults.push(`no results for ${open.join(", ")}`);
    for (const result of results)
      if (!open.includes(result)) faults.push(`a result for ${result}, which was not called`);
    const missing = results.length > 0 ? open.filter((call) => !results.includes(call)) : [];
    if (missing.length > 0) faults.push(`no results for ${missing.join(", ")}`);
    open = calls;
  }
  if (open.length > 0) faults.push(`no results for ${open.join(", ")}`);
  return faults;
}

/** How many calls there are in it, so that an unread history is not taken for a good one. */
export function callsIn({ api, messages }: Pick<ModelRequest, "api" | "messages">): number {
  return readers[api](messages.map(fieldsOf)).reduce((sum, { calls }) => sum + calls.length, 0);
}

const readers: Readonly<Record<ApiName, (messages: readonly Fields[]) => readonly Step[]>> = {
  anthropic: (messages) =>
    messages.map(({ content }) => {
      const blocks = listOf(content);
      return {
        calls: blocks.filter(({ type }) => type === "tool_use").map(({ id }) => String(id)),
        results: blocks.filter(({ type }) => type === "tool_result").map(({ tool_use_id: id }) => String(id)),
      };
    }),
  gemini: (messages) =>
    messages.map(({ parts }) => ({
      calls: namesOf(listOf(parts), "functionCall"),
      results: namesOf(listOf(parts), "functionResponse"),
    })),
  "openai-chat": (messages) =>
    joinResults(
      messages.map(({ role, tool_calls: calls, tool_call_id: id }) => ({
        calls: listOf(calls).map((call) => String(call["id"])),
        results: role === "tool" ? [String(id)] : [],
      })),
    ),
  "openai-responses": (messages) =>
    joinCalls(
      joinResults(
        messages
          .filter(({ type }) => type !== "reasoning")
          .map(({ type, call_id: id }) => ({
            calls: type === "function_call" ? [String(id)] : [],
            results: type === "function_call_output" ? [String(id)] : [],
          })),
      ),
    ),
};

/** Results that stand one after the other are one step. */
function joinResults(steps: readonly Step[]): readonly Step[] {
  return joined(steps, ({ results }) => results.length > 0);
}

function joinCalls(steps: readonly Step[]): readonly Step[] {
  return joined(steps, ({ calls }) => calls.length > 0);
}

function joined(steps: readonly Step[], fits: (step: Step) => boolean): readonly Step[] {
  const found: Step[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (!last || !fits(last) || !fits(step)) found.push(step);
    else {
      const both = { calls: [...last.calls, ...step.calls], results: [...last.results, ...step.results] };
      found[found.length - 1] = both;
    }
  }
  return found;
}

function namesOf(parts: readonly Fields[], kind: string): readonly string[] {
  return parts.flatMap((part) =>
    kind in part ? [String(fieldsOf(part[kind])["id"] ?? fieldsOf(part[kind])["name"])] : [],
  );
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function fieldsOf(value: unknown): Fields {
  return { ...Object(value) };
}
