import { once } from "node:events";
import { PassThrough } from "node:stream";

import type { CreateElicitationRequest } from "@agentclientprotocol/sdk";
import { answerForm, answerUrl } from "@tenon/client";
import { expect, it } from "vitest";

import { formPrompt, urlPrompt } from "../../src/commands/run/ask/elicitation-prompt.ts";
import { terminalKeyboard } from "../../src/commands/run/ask/keyboard.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { eventually } from "../eventually.ts";
import { typist } from "./keys.ts";

const form: CreateElicitationRequest = {
  mode: "form",
  sessionId: "s",
  message: "How shall I\u001B]0;deploy\u0007 it?",
  requestedSchema: {
    type: "object",
    required: ["name", "size"],
    properties: {
      name: { type: "string", title: "Name" },
      size: {
        type: "string",
        title: "Size",
        oneOf: [
          { const: "s", title: "Small" },
          { const: "l", title: "Large" },
        ],
      },
      count: { type: "integer", title: "Count", default: 2 },
      fast: { type: "boolean", title: "Fast" },
    },
  },
};

it("a form is filled in field by field, checked, and sent by a clear yes", async () => {
  const { person, answerTo, shown } = sit();
  const answer = answerForm(formPrompt(person), { agent: "Tester" })(form, { signal: never() });
  await answerTo("Name", "web");
  await answerTo("Size *", "7");
  await answerTo("Count", "");
  await answerTo("Fast", "no");
  await answerTo("Send this?", "yes");
  await eventually(() => expect(shown()).toMatch(/Size must be one of the choices\./));
  await answerTo("Name", "", 2);
  await answerTo("Size *", "2", 2);
  await answerTo("Count", "", 2);
  await answerTo("Fast", "", 2);
  await answerTo("Send this?", "yes", 2);
  await expect(answer).resolves.toEqual({
    action: "accept",
    content: { name: "web", size: "l", count: 2, fast: false },
  });
  expect(shown()).toContain("Tester asks: How shall I it?");
});

it("anything but yes in the end declines, and Ctrl-D leaves it open", async () => {
  const simple = { ...form, requestedSchema: { type: "object" as const, properties: {} } };
  const one = sit();
  const declined = answerForm(formPrompt(one.person), { agent: "Tester" })(simple, { signal: never() });
  await one.answerTo("Send this?", "");
  await expect(declined).resolves.toEqual({ action: "decline" });
  const other = sit();
  const left = answerForm(formPrompt(other.person), { agent: "Tester" })(simple, { signal: never() });
  await eventually(() => expect(other.shown()).toContain("Send this?"));
  other.type("\u0004");
  await expect(left).resolves.toEqual({ action: "cancel" });
});

it("an address is shown whole, and not opened without a yes", async () => {
  const { person, type, shown, modes } = sit();
  const url = "https://login.example.com/start?state=abc";
  const request: CreateElicitationRequest = {
    mode: "url",
    sessionId: "s",
    message: "Sign in",
    url,
    elicitationId: "e",
  };
  const answer = answerUrl(urlPrompt(person), { agent: "Tester" }).url(request, { signal: never() });
  await eventually(() => expect(modes).toEqual([true, false, true]));
  expect(shown()).toContain(`  ${url}\n`);
  type("\r");
  type("n");
  await expect(answer).resolves.toEqual({ action: "decline" });
});

function sit() {
  const { input, type, modes } = typist();
  const output = new PassThrough();
  let text = "";
  output.on("data", (bytes: Buffer) => void (text += bytes.toString()));
  const keyboard = terminalKeyboard({ input, output, onInterrupt: () => {}, deafness: () => Promise.resolve() });
  const person = {
    keyboard,
    write: async (more: string) => {
      const written = once(output, "data");
      output.write(more);
      await written;
    },
    style: () => plainStyle(),
    aside: <Result>(work: () => Promise<Result>) => work(),
  };
  /** Waits for the question, for the so manieth time, and types the answer. */
  const answerTo = async (question: string, answer: string, time = 1) => {
    await eventually(() => expect(text.split(question).length).toBeGreaterThan(time));
    await eventually(() => expect(text.slice(text.lastIndexOf(question))).toMatch(/(?:> |\] )/));
    type(`${answer}\r`);
  };
  return { person, type, modes, answerTo, shown: () => text };
}

function never(): AbortSignal {
  return new AbortController().signal;
}
