/**
 * Which tool the rehearsal model takes for a request, with the offer that an agent would put before it. If it looks for
 * tools, it gets what the search finds, and is asked again.
 */

import { type Message, type ModelEvent, rehearsalModel } from "@tenon/agent";
import { answerFindTools, offer, type ToolIndex } from "@tenon/hub/offer";

import type { SearchRequest } from "./requests/search-request.ts";

export interface Rehearsed {
  readonly right: number;
  /** It took none, and said so. */
  readonly none: number;
}

export async function rehearse(index: ToolIndex, requests: readonly SearchRequest[]): Promise<Rehearsed> {
  const chosen = await Promise.all(requests.map(({ user }) => choose(index, user)));
  const isRight = (name: string | undefined, { expect }: SearchRequest) => {
    const tool = index.tools.find((each) => each.name === name);
    return tool !== undefined && expect.includes(`${tool.server}/${tool.tool}`);
  };
  const share = (count: number) => count / Math.max(1, requests.length);
  return {
    right: share(requests.filter((request, at) => isRight(chosen[at], request)).length),
    none: share(chosen.filter((name) => name === undefined).length),
  };
}

async function choose(index: ToolIndex, prompt: string): Promise<string | undefined> {
  const model = rehearsalModel();
  const messages: Message[] = [{ role: "user", parts: [{ type: "text", text: prompt }] }];
  let asked: readonly string[] = [];
  let before: readonly string[] = [];
  for (;;) {
    const { tools, order } = offer({ index, prompt, asked, before });
    before = order;
    const { signal } = new AbortController();
    const events: ModelEvent[] = await Array.fromAsync(model.answer({ system: [], messages, tools, signal }));
    const call = events.find((event) => event.type === "tool-call");
    // What lacks only its arguments was chosen as well.
    if (!call) return /^(\S+) fits this request, but/m.exec(textOf(events))?.[1];
    if (call.name !== "find_tools") return call.name;
    const { text, names } = answerFindTools(call.args, { index });
    asked = names;
    const { id, name, args } = call;
    messages.push({ role: "assistant", parts: [{ type: "tool-call", id, name, args }] });
    messages.push({
      role: "tool",
      results: [{ toolCallId: id, name, parts: [{ type: "text", text }], isError: false }],
    });
  }
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
}
