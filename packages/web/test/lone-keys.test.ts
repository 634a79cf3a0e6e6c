import { describe, expect, it } from "vitest";

import { createLoneKeys, QUIET_MS } from "../src/ui/keys/lone-keys.ts";

describe("A key that answers a question", () => {
  it("[A2] acts when it stays alone", () => {
    const { keys, acts, pass } = play();
    pass(QUIET_MS);
    keys.press(acts("y"));
    pass(QUIET_MS - 1);
    expect(acts.done).toEqual([]);
    pass(1);
    expect(acts.done).toEqual(["y"]);
  });

  it("[A2] does not act when another printable key follows or comes before it", () => {
    const { keys, acts, pass } = play();
    keys.press(acts("y"));
    pass(QUIET_MS - 1);
    keys.press();
    pass(QUIET_MS - 1);
    keys.press(acts("n"));
    pass(10 * QUIET_MS);
    expect(acts.done).toEqual([]);
    keys.press(acts("n"));
    pass(QUIET_MS);
    expect(acts.done).toEqual(["n"]);
  });

  it("[A2] does not act when its question is gone", () => {
    const { keys, acts, pass } = play();
    keys.press(acts("y"));
    keys.cancel();
    pass(QUIET_MS);
    expect(acts.done).toEqual([]);
  });
});

function play() {
  let time = 0;
  let due: { readonly at: number; readonly act: () => void }[] = [];
  const done: string[] = [];
  const acts = Object.assign((name: string) => () => void done.push(name), { done });
  const keys = createLoneKeys({
    now: () => time,
    after(milliseconds, act) {
      const timer = { at: time + milliseconds, act };
      due.push(timer);
      return () => (due = due.filter((other) => other !== timer));
    },
  });
  return {
    keys,
    acts,
    pass(milliseconds: number) {
      time += milliseconds;
      const ready = due.filter(({ at }) => at <= time);
      due = due.filter(({ at }) => at > time);
      for (const { act } of ready) act();
    },
  };
}
