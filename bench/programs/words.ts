/**
 * What the two streaming programs share: how words come, and what they cost.
 */

import { setImmediate as soon, setTimeout as later } from "node:timers/promises";

/** As a model's words come, one at a time: `2000` of them as fast as can be, `2000 every 2` with milliseconds between. */
export async function* words(asked: string): AsyncGenerator<string> {
  const [, count = "0", every] = /^(\d+)(?: every (\d+))?$/u.exec(asked) ?? [];
  for (let n = 0; n < Number(count); n += 1) {
    await (every === undefined ? soon() : later(Number(every)));
    yield `word ${n} `;
  }
}

/** Microseconds of processor time of this whole process, on standard error, each time it is asked. */
export function sayCost(): void {
  process.on("SIGUSR2", () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write(`${user + system}\n`);
  });
}
