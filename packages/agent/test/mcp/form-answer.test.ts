import { createPersonAsker } from "@tenon/hub/display";
import { answerProblem, freeTextFields } from "@tenon/timeline";
import { expect, it } from "vitest";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 5 },
    agreed: { type: "boolean", default: false },
    mail: { type: "string", title: "E-mail", format: "email" },
    code: { type: "string", pattern: "^[A-Z]+$" },
    shape: { type: "_tenon/shape" },
  },
  required: ["name", "agreed"],
};

type Question = Parameters<NonNullable<ReturnType<typeof createPersonAsker>>["ask"]>[0];

/** What a server gets for a form that the client answers with this content, and what the person sees. */
async function ask(requestedSchema: object, content: object) {
  const notices: unknown[] = [];
  const asker = createPersonAsker({
    modes: ["form"],
    client: {
      elicit: async () => ({ action: "accept", content }),
      complete: () => {},
      notice: ({ description }) => notices.push(description),
    },
    forms: { freeTextFields, answerProblem },
    callsOf: () => [],
    newId: () => "1",
    announced: Promise.resolve(),
  });
  const question = { message: "Who are you?", requestedSchema } as Question;
  const answer = await asker?.ask(question, { server: "notes", signal: new AbortController().signal });
  return { action: answer?.action, notices };
}

it.each([
  [{ name: "Ada" }, undefined],
  [{ name: "Ada", agreed: true, mail: "ada@example.com", code: "X", shape: 5 }, undefined],
  [{}, "name is required."],
  [{ name: "A" }, "name must have at least 2 characters."],
  [{ name: "😀" }, "name must have at least 2 characters."],
  [{ name: "Ada", toString: "x" }, "toString is not a field of this form."],
  [{ name: "Ada", mail: "ada", code: "x" }, "E-mail must be an email address. code must match ^[A-Z]+$."],
])("[R145] %j: %s", async (content, problem) => {
  expect(await ask(schema, content)).toEqual(
    problem === undefined
      ? { action: "accept", notices: [] }
      : { action: "cancel", notices: [`The answer does not match the form: ${problem}`] },
  );
});

it.each([
  ["password", { type: "string" }, true],
  ["api_key", { type: "string" }, true],
  ["accessToken", { type: "string" }, true],
  ["max_tokens", { type: "integer" }, false],
  ["name", { type: "string" }, false],
  ["secret", { type: "string", enum: ["keep", "tell"] }, false],
  ["secret", { type: "string", enum: [] }, true],
])("[R144] a field %s that is %j asks for a secret: %s", async (name, field, isSecret) => {
  expect(await ask({ type: "object", properties: { [name]: field } }, {})).toEqual(
    isSecret
      ? { action: "decline", notices: [`Its form asks for a secret, ${name}`] }
      : { action: "accept", notices: [] },
  );
});
