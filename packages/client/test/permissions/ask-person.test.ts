import { setImmediate as soon } from "node:timers/promises";

import type { PermissionOption } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";

import { answerAlways } from "../../src/permissions/answer-always.ts";
import { askPerson, type PermissionQuestion } from "../../src/permissions/ask-person.ts";
import type { AnswerPermission } from "../../src/services.ts";
import { asks, OPTIONS } from "./requests.ts";

const session = { id: "s", cwd: "/", roots: ["/"] };
const never = new AbortController().signal;

function picked(optionId: string) {
  return { outcome: { outcome: "selected", optionId } };
}
const cancelled = { outcome: { outcome: "cancelled" } };

it("[D-09, D-22] a person sees every option as the agent wrote it, and picks one by its id", async () => {
  const odd = { optionId: "odd", name: "Perhaps", kind: "unheard_of" as PermissionOption["kind"] };
  const seen: PermissionQuestion[] = [];
  const answer: AnswerPermission = askPerson({
    async choose(question) {
      seen.push(question);
      return "odd";
    },
  });
  const request = asks({ title: "Do it" }, [...OPTIONS, odd, odd]);
  expect(await answer(request, { session, signal: never })).toEqual(picked("odd"));
  expect(seen).toMatchObject([{ toolCall: request.toolCall, options: [...OPTIONS, odd] }]);
});

it.each([undefined, "nothing like it", ""])("[D-16] a choice of %j is a no", async (choice) => {
  const answer = askPerson({ choose: async () => choice });
  expect(await answer(asks({}), { session, signal: never })).toEqual(picked("no"));
  expect(await answer(asks({}, []), { session, signal: never })).toEqual(cancelled);
});

it("[D-16] questions that come together are asked one after the other", async () => {
  const waiting: ((choice: string) => void)[] = [];
  const answer = askPerson({ choose: () => new Promise<string>((resolve) => void waiting.push(resolve)) });
  const answers = ["yes", "no", "never"].map(() => answer(asks({}), { session, signal: never }));
  for (const [index, choice] of ["yes", "no", "never"].entries()) {
    while (waiting.length <= index) await soon();
    expect(waiting).toHaveLength(index + 1);
    waiting[index]!(choice);
    expect(await answers[index]).toEqual(picked(choice));
  }
});

it("[D-04] a cancel releases the question that is shown and those that wait", async () => {
  const shown: AbortSignal[] = [];
  const answer = askPerson({
    choose: (_question, { signal }) =>
      new Promise((_resolve, reject) => {
        shown.push(signal);
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  });
  const turn = new AbortController();
  const answers = [1, 2].map(() => answer(asks({}), { session, signal: turn.signal }));
  while (shown.length === 0) await soon();
  turn.abort();
  expect(await Promise.all(answers)).toEqual([cancelled, cancelled]);
  expect(shown).toHaveLength(1);
});

it("a question taken from the queue does not let the next one overtake", async () => {
  const shown: ((choice: string) => void)[] = [];
  const answer = askPerson({ choose: () => new Promise<string>((resolve) => void shown.push(resolve)) });
  const first = answer(asks({}), { session, signal: never });
  const second = answer(asks({}), { session, signal: AbortSignal.abort() });
  const third = answer(asks({}), { session, signal: never });
  expect(await second).toEqual(cancelled);
  await soon();
  expect(shown).toHaveLength(1);
  shown[0]!("yes");
  expect(await first).toEqual(picked("yes"));
  while (shown.length < 2) await soon();
  shown[1]!("no");
  expect(await third).toEqual(picked("no"));
});

it("a prompt that fails fails its own question only", async () => {
  let isBroken = true;
  const answer = askPerson({
    async choose() {
      if (isBroken) throw new Error("no terminal");
      return "yes";
    },
  });
  await expect(answer(asks({}), { session, signal: never })).rejects.toThrow("no terminal");
  isBroken = false;
  expect(await answer(asks({}), { session, signal: never })).toEqual(picked("yes"));
});

it("[D-10] a standing answer is a no, or the least of the yeses", async () => {
  const answer = (verdict: "allow" | "deny", options = OPTIONS) =>
    answerAlways(verdict)(asks({}, options), { session, signal: never });
  expect(await answer("allow")).toEqual(picked("yes"));
  expect(await answer("allow", [OPTIONS[0]!])).toEqual(picked("always"));
  expect(await answer("allow", [OPTIONS[3]!])).toEqual(picked("never"));
  expect(await answer("deny")).toEqual(picked("no"));
  expect(await answer("deny", [])).toEqual(cancelled);
  expect(await answerAlways("allow")(asks({}), { session, signal: AbortSignal.abort() })).toEqual(cancelled);
});
