import { manualClock } from "@tenon/testkit";
import { describe, expect, it } from "vitest";

import { withDeadline } from "../../src/call/deadline.ts";
import { createOpenQuestions } from "../../src/call/open-questions.ts";

const limits = { callMs: 30_000, longestCallMs: 100_000 };
const form = { message: "Who?", requestedSchema: { type: "object", properties: {} } } as const;

/** A session whose person and model answer when they are let, and calls of servers under a deadline. */
function openSession() {
  const clock = manualClock();
  const person = Promise.withResolvers<{ action: "accept" }>();
  const model = Promise.withResolvers<never>();
  const questions = createOpenQuestions();
  const callbacks = questions.counted({
    elicit: { modes: ["form"], ask: () => person.promise },
    sample: () => model.promise,
  });
  const call = (server: string) => {
    const answer = Promise.withResolvers<string>();
    const outcome = withDeadline({ ...limits, clock }, async (deadline) => {
      using _ = questions.during(server, deadline);
      return await answer.promise;
    }).catch((error: { readonly code: string }) => error.code);
    return { answer, outcome };
  };
  const from = { server: "asks", signal: new AbortController().signal };
  return { clock, person, model, callbacks, call, from };
}

describe("while a server waits for the session", () => {
  it("[W26] its calls do not time out, and those of others do", async () => {
    const { clock, person, callbacks, call, from } = openSession();
    const [asking, other] = [call("asks"), call("works")];
    const asked = callbacks.elicit?.ask(form, from);
    const later = call("asks");
    await clock.advance(200_000);
    person.resolve({ action: "accept" });
    await asked;
    asking.answer.resolve("done");
    expect(await Promise.all([asking.outcome, other.outcome])).toEqual(["done", "idle_timeout"]);
    await clock.advance(30_000);
    expect(await later.outcome).toBe("idle_timeout");
    expect(clock.waiting).toBe(0);
  });

  it("[W26] also for the model, and also if that fails", async () => {
    const { clock, model, callbacks, call, from } = openSession();
    const { outcome } = call("asks");
    const asked = callbacks.sample?.({ messages: [], maxTokens: 1 }, from);
    await clock.advance(200_000);
    model.reject(new Error("no model"));
    await expect(asked).rejects.toThrow("no model");
    await clock.advance(30_000);
    expect(await outcome).toBe("idle_timeout");
  });
});
