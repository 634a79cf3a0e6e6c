/**
 * Sessions that are long, and answers that come fast.
 */

import type { FakeSession } from "./fake-session.ts";

export function say(session: FakeSession, text: string): void {
  session.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}

/** A question and its answer, some short and some long. */
export function addTurn(session: FakeSession, index: number): void {
  const prompt = [{ type: "text", text: `Question ${index}` }];
  session.append({ from: "client", message: { id: index, method: "session/prompt", params: { prompt } } });
  say(session, `Answer ${index}\n\n${"Some words about it. ".repeat(index % 17)}`);
  session.append({ from: "agent", message: { id: index, result: { stopReason: "end_turn" } } });
}

/** Everything that Markdown has, a few words at a time, as fast as the sockets take it. */
export async function stream(session: FakeSession, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    say(session, `${opening(index)}chunk ${index} `);
    if (index % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
  }
}

function opening(index: number): string {
  if (index % 400 === 100) return "\n\n```ts\nconst first = 1; ";
  if (index % 400 === 150) return "\n```\n\n";
  if (index % 400 > 200 && index % 400 < 300) return "\n- a **point** with `code` ";
  return index % 40 === 0 ? "\n\n" : "";
}
