/**
 * A toolset with something of everything, for the contract suite. It needs nothing but its environment, so that a process can
 * serve it too.
 */

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";

import {
  audio,
  type CompletionContext,
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineTool,
  defineToolset,
  file,
  image,
  jsonSchema,
  link,
  reply,
  type RequestContext,
  type ToolContext,
  ToolError,
} from "@tenon/toolset";

export interface Notes {
  readonly token: string;
  readonly texts: Map<string, string>;
  reads: number;
}

const sure = z.object({ sure: z.boolean() });
const PIXEL = new Uint8Array([137, 80, 78, 71]);

const tools = [
  defineTool({
    name: "add",
    title: "Add",
    description: "Adds two numbers",
    input: z.object({ a: z.number(), b: z.number().default(1) }),
    output: z.object({ sum: z.number() }),
    annotations: { readOnlyHint: true },
    run: ({ a, b }) => ({ sum: a + b }),
  }),
  defineTool({
    name: "shout",
    description: "Takes an arktype schema",
    input: type({ text: "string > 0" }),
    run: ({ text }) => text.toUpperCase(),
  }),
  defineTool({
    name: "whisper",
    description: "Takes a valibot schema",
    input: toStandardJsonSchema(v.object({ text: v.string() })),
    run: ({ text }) => text.toLowerCase(),
  }),
  defineTool({
    name: "length",
    description: "Takes JSON Schema",
    input: jsonSchema<{ text: string }>({
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
    }),
    run: ({ text }) => reply({ content: [`${text.length} characters`], structured: { length: text.length } }),
  }),
  defineTool({
    name: "media",
    description: "Returns every kind of block",
    run: () => [
      "text",
      image(PIXEL, "image/png"),
      audio("AAAA", "audio/wav"),
      file("notes://a", "a", "text/plain"),
      file("notes://b", PIXEL),
      link("notes://c", { name: "c" }),
    ],
  }),
  defineTool({ name: "nothing", description: "Returns nothing", run: () => {} }),
  defineTool({
    name: "missing",
    description: "Fails with an error for the model",
    run: () => {
      throw new ToolError("not_found", "There is no such note", { hint: "List the notes first." });
    },
  }),
  defineTool({
    name: "crash",
    description: "Fails with an error that is not for the model",
    run: (_args, { state }: ToolContext<Notes>) => {
      throw new Error(`inner detail ${state.token}`);
    },
  }),
  defineTool({
    name: "wrong",
    description: "Returns what its schema does not accept",
    output: z.object({ even: z.number().multipleOf(2) }),
    run: () => ({ even: 1 }),
  }),
  defineTool({
    name: "leak",
    description: "Says its secret everywhere",
    run: (_args, { state, log, progress }: ToolContext<Notes>) => {
      log("warning", { token: state.token });
      progress(1, { message: `using ${state.token}` });
      return reply({
        content: [`the token is ${state.token}`, file("notes://secret", state.token)],
        structured: { [state.token]: `https://example.com/?token=${encodeURIComponent(state.token)}` },
      });
    },
  }),
  defineTool({
    name: "steps",
    description: "Reports progress",
    input: z.object({ steps: z.number() }),
    async run({ steps }, { progress }) {
      for (let step = 1; step <= steps; step += 1) {
        progress(step, { total: steps, message: `step ${step}` });
        await Promise.resolve();
      }
      return "done";
    },
  }),
  defineTool({
    name: "ask",
    description: "Asks the user",
    async run(_args, { elicit, canElicit }) {
      if (!canElicit) return "nobody to ask";
      const answer = await elicit({ message: "Sure?", schema: sure });
      return answer.action === "accept" ? `sure: ${answer.content.sure}` : answer.action;
    },
  }),
  defineTool({
    name: "insist",
    description: "Asks the user without looking whether that is possible",
    run: async (_args, { elicit }) => (await elicit({ message: "Sure?", schema: sure })).action,
  }),
  defineTool({
    name: "ask_often",
    description: "Asks two questions at once, then one more",
    async run(_args, { elicit, state }: ToolContext<Notes>) {
      state.texts.set("ask_often", `${Number(state.texts.get("ask_often") ?? 0) + 1}`);
      const form = { type: "object" as const, properties: { name: { type: "string" as const } }, required: ["name"] };
      const both = await Promise.all([
        elicit({ message: "First name?", schema: form }),
        elicit({ message: "Last name?", schema: form }),
      ]);
      const names = both.map((answer) => (answer.action === "accept" ? String(answer.content["name"]) : "?"));
      const last = await elicit({ message: `Is it ${names.join(" ")}?`, schema: sure });
      return `${names.join(" ")}: ${last.action}, run ${state.texts.get("ask_often")}`;
    },
  }),
  defineTool({
    name: "folders",
    description: "Names the client's folders",
    run: async (_args, { roots }) => (await roots()).map(({ uri }) => uri).join(", "),
  }),
  defineTool({
    name: "who",
    description: "Says who asks",
    run: (_args, { request }) => ({
      ...request.client,
      revision: request.revision,
      trace: request.meta["traceparent"],
    }),
  }),
  defineTool({
    name: "wait",
    description: "Waits until it is cancelled, and notes that it was",
    async run(_args, { signal, state, resourceUpdated, log }: ToolContext<Notes>) {
      log("info", "waiting");
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      state.texts.set("stopped", "yes");
      resourceUpdated("notes://text/stopped");
      return "stopped";
    },
  }),
  defineTool({
    name: "write",
    description: "Writes a note",
    input: z.object({ name: z.string(), text: z.string() }),
    run({ name, text }, { state, resourceUpdated, resourcesChanged }: ToolContext<Notes>) {
      const isNew = !state.texts.has(name);
      state.texts.set(name, text);
      resourceUpdated(`notes://text/${encodeURIComponent(name)}`);
      if (isNew) resourcesChanged();
      return "written";
    },
  }),
];

const resources = [
  defineResource({
    name: "count",
    uri: "notes://count",
    description: "How often it was read",
    cache: { maxAgeMs: 60_000 },
    read: ({ state }: RequestContext<Notes>) => ({ reads: (state.reads += 1) }),
  }),
  defineResource({ name: "pixel", uri: "notes://pixel", mimeType: "image/png", read: () => PIXEL }),
  defineResource({ name: "secret", uri: "notes://secret", read: ({ state }: RequestContext<Notes>) => state.token }),
  defineResource({
    name: "broken",
    uri: "notes://broken",
    read: () => {
      throw new Error("inner detail");
    },
  }),
  defineResourceTemplate({
    name: "text",
    uriTemplate: "notes://text/{name}",
    mimeType: "text/plain",
    cache: { maxAgeMs: 60_000 },
    list: ({ state }: RequestContext<Notes>) =>
      [...state.texts.keys()].map((name) => ({ uri: `notes://text/${encodeURIComponent(name)}`, name })),
    complete: {
      name: (typed, { state }: RequestContext<Notes>) =>
        [...state.texts.keys()].filter((name) => name.startsWith(typed)),
    },
    read({ name }, { state }: RequestContext<Notes>) {
      const text = state.texts.get(name);
      if (text === undefined) throw new ToolError("not_found", `There is no note ${name}`);
      return text;
    },
  }),
];

const prompts = [
  definePrompt({
    name: "review",
    title: "Review",
    description: "Reviews a note",
    arguments: { note: { description: "Its name" }, tone: { isRequired: false } },
    complete: {
      note: (typed, { state }: RequestContext<Notes>) =>
        [...state.texts.keys()].filter((name) => name.startsWith(typed)),
      tone: (_typed, { arguments: others }: CompletionContext<Notes>) => [`gentle with ${others["note"]}`],
    },
    get: ({ note, tone }) => [
      { role: "user", content: `Review ${note}, ${tone ?? "plainly"}.` },
      { role: "assistant", content: image(PIXEL, "image/png") },
    ],
  }),
  definePrompt({ name: "hello", get: () => "Say hello." }),
];

export default defineToolset({
  name: "everything",
  version: "1.2.3",
  title: "Everything",
  instructions: "Use it for tests.",
  tools,
  resources,
  prompts,
  skills: { "greet/SKILL.md": "---\nname: greet\ndescription: Greets people\n---\nSay hello.\n" },
  secrets: { NOTES_TOKEN: { description: "Any string" }, OTHER_TOKEN: { isRequired: false } },
  policy: [
    { effect: "ask", tool: "write", arguments: { name: "prod*" }, why: "Production notes are read by customers" },
  ],
  start: ({ secrets }): Notes => ({ token: secrets.NOTES_TOKEN, texts: new Map([["first", "one"]]), reads: 0 }),
});
