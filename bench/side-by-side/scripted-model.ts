/**
 * The model of all agents: a prompt says in brackets what it should do, since agents wrap prompts in text of their own
 * and ask for titles in between. It notes when it was asked and when it answered.
 */

import { startModelServer, text, toolCall, type ModelRequest, type ModelServer } from "@tenon/testkit/model";

export interface Exchange {
  /** In ms since the epoch. */
  readonly asked: number;
  readonly answered: number;
}

export interface ScriptedModel extends AsyncDisposable {
  readonly server: ModelServer;
  /** The exchanges of prompts since the last call of this function; requests for titles and the like do not count. */
  takeExchanges(): readonly Exchange[];
}

/** What one prompt makes the model do. */
export const wishes = {
  /** One text. */
  answer: "[[answer 0]]",
  /** So many calls of `echo`, one after the other. */
  calls: (count: number) => `[[calls ${count}]]`,
  /** So many calls of `half_second` in one answer. */
  together: (count: number) => `[[together ${count}]]`,
  /** An answer in so many pieces. */
  deltas: (count: number) => `[[deltas ${count}]]`,
};

export const now = () => performance.timeOrigin + performance.now();

export async function startScriptedModel(): Promise<ScriptedModel> {
  let exchanges: Exchange[] = [];
  const server = await startModelServer({
    script(request) {
      const asked = now();
      const last = lastWish(request);
      if (last === undefined) return text("A title");
      const answer = answerTo(request, last);
      exchanges.push({ asked, answered: now() });
      return answer;
    },
  });
  return {
    server,
    takeExchanges() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

interface Wish {
  readonly verb: string;
  readonly count: number;
  /** The results that the conversation has since. Read from it, because agents send other conversations in between. */
  readonly made: number;
}

// As each API writes them.
const RESULT = /"role":"tool"|"function_call_output"|"tool_result"|"functionResponse"/g;

function lastWish({ messages, rawBody }: ModelRequest): Wish | undefined {
  const last = [...JSON.stringify(messages).matchAll(/\[\[(\w+) (\d+)\]\]/g)].at(-1);
  if (!last) return undefined;
  const since = rawBody.slice(rawBody.lastIndexOf(last[0]));
  return { verb: last[1] ?? "", count: Number(last[2]), made: [...since.matchAll(RESULT)].length };
}

function answerTo(request: ModelRequest, { verb, count, made }: Wish) {
  const tool = (name: string) => {
    const offered = request.tools.find((candidate) => candidate.name.endsWith(name));
    if (!offered)
      throw new Error(`The agent does not offer ${name}: ${request.tools.map(({ name }) => name).join(", ")}`);
    return offered;
  };
  if (verb === "calls" && made < count) return toolCall(tool("echo"), { n: made });
  if (verb === "together" && made === 0)
    return Array.from({ length: count }, (_, n) => toolCall(tool("half_second"), { n }));
  if (verb === "deltas") return text(...Array.from({ length: count }, (_, n) => `word${n} `));
  return text("Done.");
}
