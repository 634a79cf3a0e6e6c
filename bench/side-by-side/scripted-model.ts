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
  let wish = "";
  let made = 0;
  const server = await startModelServer({
    script(request) {
      const asked = now();
      const last = lastWish(request);
      if (last === undefined) return text("A title");
      if (last.id !== wish) [wish, made] = [last.id, 0];
      const answer = answerTo(request, last, made);
      made += 1;
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
  /** Tells two prompts with the same wish apart. */
  readonly id: string;
  readonly verb: string;
  readonly count: number;
}

function lastWish({ messages }: ModelRequest): Wish | undefined {
  const found = [...JSON.stringify(messages).matchAll(/\[\[(\w+) (\d+)\]\]/g)];
  const last = found.at(-1);
  return last && { id: `${found.length} ${last[0]}`, verb: last[1] ?? "", count: Number(last[2]) };
}

function answerTo(request: ModelRequest, { verb, count }: Wish, made: number) {
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
