/**
 * A Node.js program that speaks ACP on its standard streams, and requests to it.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type Environment = Readonly<Record<string, string | undefined>>;

interface Answer {
  readonly id: number;
  readonly result: { readonly sessionId?: string; readonly _meta?: Readonly<Record<string, number>> };
}

export function openChild(args: readonly string[], env: Environment) {
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.includes('"id":')) return;
    const answer: Answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
  });
  let ids = 0;
  return {
    child,
    request: (method: string, params: object) =>
      new Promise<Answer>((answered) => {
        waiting.set((ids += 1), answered);
        child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ids, method, params })}\n`);
      }),
    async end() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
