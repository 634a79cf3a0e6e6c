import type { Model, ModelEvent, ModelRequest, Usage } from "@tenon/agent";

/** What a scripted model does when it is asked: it thinks, says something, calls tools. */
export interface ScriptedAnswer {
  /** It is asked twice, because of this. */
  readonly retry?: string;
  readonly thought?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }[];
  /** Says no more after its text until it is aborted. */
  readonly hangs?: boolean;
  readonly reason?: "length" | "refusal";
  readonly usage?: Usage;
}

export interface ScriptedModel extends Model {
  /** What it was asked so far. */
  readonly requests: readonly ModelRequest[];
}

/** A model that does what the test says, an answer at a time; afterwards it has nothing more to say than "Done." */
export function scriptedModel(
  answers: readonly (ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer))[],
  more: Partial<Model> = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  let calls = 0;
  return {
    id: "scripted",
    accepts: { image: true, audio: true },
    thoughtLevels: [],
    cost: () => 0.5,
    requests,
    async *answer(request): AsyncGenerator<ModelEvent> {
      const answer = answers[requests.length];
      // The history grows on; what was asked is what it was then.
      requests.push({ ...request, messages: [...request.messages] });
      const scripted = typeof answer === "function" ? answer(request) : (answer ?? { text: "Done." });
      const { thought = "", text = "", calls: wanted = [], reason = "stop" } = scripted;
      if (scripted.retry) yield { type: "retry", attempt: 1, delayMs: 1_500, reason: scripted.retry };
      if (thought !== "") yield { type: "thought-delta", text: thought };
      if (text !== "") yield { type: "text-delta", text };
      if (scripted.hangs) await aborted(request.signal);
      const made = wanted.map(({ name, args = {} }) => ({
        type: "tool-call" as const,
        id: `c${(calls += 1)}`,
        name,
        args,
      }));
      yield* made;
      yield {
        type: "finish",
        reason: made.length > 0 ? "tool-calls" : reason,
        message: { role: "assistant", parts: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...made] },
        usage: scripted.usage ?? { input: 10, output: 5 },
      };
    },
    ...more,
  };
}

/** The tools of MCP servers in a request, in their order. */
export function serverTools(request: ModelRequest | undefined): readonly string[] {
  return request?.tools.map(({ name }) => name).filter((name) => name.startsWith("mcp__")) ?? [];
}

/** What the model was shown, part by part. */
export function partsShown(request: ModelRequest | undefined) {
  return request?.messages.flatMap((message) => (message.role === "user" ? message.parts : [])) ?? [];
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}
