import type { CreateElicitationRequest } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

import { answerForm, type Form, type FormAnswer } from "../../src/elicitation/answer-form.ts";
import { answerUrl, type UrlQuestion } from "../../src/elicitation/answer-url.ts";

const signal = new AbortController().signal;
const agent = "Some Agent";

function form(properties: object, required: string[] = []): CreateElicitationRequest {
  const requestedSchema = { type: "object", title: "Release", properties, required };
  return { mode: "form", sessionId: "s", message: "Which one?", requestedSchema };
}

/** Gives these answers, one after the other. */
function person(...answers: readonly FormAnswer[]) {
  const seen: Form[] = [];
  const fillIn = async (form: Form) => {
    seen.push(form);
    return answers[seen.length - 1]!;
  };
  return { seen, fillIn };
}

describe("a form", () => {
  it("[S-07] is shown with who asks and what is already known, and its answer is sent", async () => {
    const them = person({ action: "accept", content: { name: "1.0" } });
    const answer = await answerForm(them, { agent })(form({ name: { type: "string", default: "0.9" } }), { signal });
    expect(answer).toEqual({ action: "accept", content: { name: "1.0" } });
    expect(them.seen).toMatchObject([
      { agent, message: "Which one?", title: "Release", content: { name: "0.9" }, problems: [] },
    ]);
  });

  it("[R145] comes back to the person until the answer is what was asked for", async () => {
    const them = person({ action: "accept", content: { count: 0.5 } }, { action: "accept", content: { count: 2 } });
    const answer = await answerForm(them, { agent })(form({ count: { type: "integer" } }), { signal });
    expect(answer).toEqual({ action: "accept", content: { count: 2 } });
    expect(them.seen[1]).toMatchObject({
      content: { count: 0.5 },
      problems: [{ field: "count", message: "count must be a whole number." }],
    });
  });

  it("shows the titles of its choices, however they are written", async () => {
    const them = person({ action: "decline" });
    const titled = { items: { oneOf: [{ const: "a", title: "An A" }] } };
    const named = { type: "string", enum: ["a"], enumNames: ["An A"] };
    await answerForm(them, { agent })(form({ titled: { type: "array", ...titled }, named }), { signal });
    expect(them.seen[0]?.fields).toMatchObject([
      { type: "some-of", choices: [{ value: "a", title: "An A" }] },
      { type: "one-of", choices: [{ value: "a", title: "An A" }] },
    ]);
  });

  it.each(["decline", "cancel"] as const)("can be answered with %s", async (action) => {
    expect(await answerForm(person({ action }), { agent })(form({}), { signal })).toEqual({ action });
  });

  it("[R149] with a required field of an unknown type is not shown at all", async () => {
    const them = person();
    const answer = await answerForm(them, { agent })(form({ it: { type: "colour" } }, ["it"]), { signal });
    expect(answer).toEqual({ action: "cancel" });
    expect(them.seen).toEqual([]);
  });

  it("[R149] in another mode is not shown as a form", async () => {
    const request = { mode: "hologram", sessionId: "s", message: "?" };
    expect(await answerForm(person(), { agent })(request, { signal })).toEqual({ action: "cancel" });
  });

  it("is withdrawn when the answer is no longer needed, also from a person who never answers", async () => {
    const ending = new AbortController();
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const prompter = {
      fillIn: () => {
        resolve();
        return new Promise<FormAnswer>(() => {});
      },
    };
    const answer = answerForm(prompter, { agent })(form({}), { signal: ending.signal });
    await shown;
    ending.abort();
    expect(await answer).toEqual({ action: "cancel" });
  });
});

describe("an address", () => {
  const asks = (url: string, elicitationId = "e1"): CreateElicitationRequest => ({
    mode: "url",
    sessionId: "s",
    message: "Sign in",
    url,
    elicitationId,
  });

  it("[R148] is shown whole, with its host and who asks, before anything is done with it", async () => {
    const seen: UrlQuestion[] = [];
    const { url } = answerUrl(
      {
        async consent(question) {
          seen.push(question);
          return "accept";
        },
      },
      { agent },
    );
    const address = "https://login.example:8443/start?state=1#x";
    expect(await url(asks(address), { signal })).toEqual({ action: "accept" });
    expect(seen).toEqual([{ agent, message: "Sign in", url: address, host: "login.example:8443", warnings: [] }]);
  });

  it.each([
    ["https://xn--pypal-4ve.example/", /can imitate another name/],
    ["http://login.example/", /not encrypted/],
    ["https://paypal.com@evil.example/", /can look like another host/],
  ])("[R148] %s comes with a warning", async (address, warning) => {
    const seen: UrlQuestion[] = [];
    const { url } = answerUrl(
      {
        async consent(question) {
          seen.push(question);
          return "decline";
        },
      },
      { agent },
    );
    expect(await url(asks(address), { signal })).toEqual({ action: "decline" });
    expect(seen[0]?.warnings.join()).toMatch(warning);
  });

  it.each(["javascript:alert(1)", "file:///etc/passwd", "nonsense", ""])("%j is none to open", async (address) => {
    const { url } = answerUrl({ consent: () => expect.unreachable() }, { agent });
    expect(await url(asks(address), { signal })).toEqual({ action: "cancel" });
  });

  it("[R147] is done when the agent says so: once, and only if the person agreed", async () => {
    const done: string[] = [];
    let action: "accept" | "decline" = "accept";
    const { url, complete } = answerUrl(
      { consent: async () => action, done: ({ url }) => void done.push(url) },
      { agent },
    );
    await url(asks("https://a.example/", "agreed"), { signal });
    action = "decline";
    await url(asks("https://b.example/", "declined"), { signal });
    for (const id of ["agreed", "agreed", "declined", "never heard of", "constructor"]) complete(id);
    expect(done).toEqual(["https://a.example/"]);
  });

  it("is withdrawn when the answer is no longer needed", async () => {
    const { url } = answerUrl({ consent: () => new Promise(() => {}) }, { agent });
    expect(await url(asks("https://a.example/"), { signal: AbortSignal.timeout(0) })).toEqual({ action: "cancel" });
  });
});
