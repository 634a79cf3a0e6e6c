/**
 * A toolset that has what the suite's server scenarios ask for, in the words of the suite.
 */

import { setTimeout as pause } from "node:timers/promises";

import {
  audio,
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineTool,
  defineToolset,
  file,
  image,
  type InteractiveContext,
  jsonSchema,
  ToolError,
} from "@tenon/toolset";
import { z } from "zod";

import { formWithChoices, formWithDefaults } from "./elicitation-forms.ts";
import schema from "./endpoint-schema.json" with { type: "json" };

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const pixel = image(PIXEL, "image/png");
const name = { type: "object" as const, properties: { name: { type: "string" as const } }, required: ["name"] };
const ok = { type: "object" as const, properties: { ok: { type: "boolean" as const } }, required: ["ok"] };

const content = [
  defineTool({
    name: "test_simple_text",
    description: "Text",
    run: () => "This is a simple text response for testing.",
  }),
  defineTool({ name: "test_image_content", description: "An image", run: () => [pixel] }),
  defineTool({ name: "test_audio_content", description: "Audio", run: () => [audio("UklGRg==", "audio/wav")] }),
  defineTool({
    name: "test_embedded_resource",
    description: "A file",
    run: () => [file("test://embedded-resource", "This is an embedded resource content.", "text/plain")],
  }),
  defineTool({
    name: "test_multiple_content_types",
    description: "Several",
    run: () => ["Multiple content types test:", pixel, file("test://mixed-content-resource", "{}", "application/json")],
  }),
  defineTool({
    name: "test_error_handling",
    description: "Fails",
    run: () => {
      throw new ToolError("failed", "This tool intentionally returns an error for testing");
    },
  }),
  defineTool({
    name: "json_schema_2020_12_tool",
    description: "Has an unusual schema",
    input: jsonSchema<object>({ ...schema, type: "object" }),
    run: () => "Done",
  }),
  defineTool({
    name: "test_custom_headers",
    description: "Has an argument that is a header too",
    input: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
      required: ["region"],
    },
    run: () => "Done",
  }),
];

const signs = [
  defineTool({
    name: "test_tool_with_logging",
    description: "Logs",
    async run(_args, { log }) {
      for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        log("info", words);
        await pause(50);
      }
      return "Logged";
    },
  }),
  defineTool({
    name: "test_logging_tool",
    description: "Logs nothing unless asked",
    run(_args, { log }) {
      log("info", "A log message");
      return "Logged";
    },
  }),
  defineTool({
    name: "test_tool_with_progress",
    description: "Reports progress",
    async run(_args, { progress }) {
      for (const done of [0, 50, 100]) {
        progress(done, { total: 100 });
        await pause(50);
      }
      return "Done";
    },
  }),
];

const answered = (answer: { readonly action: string; readonly content?: unknown }) =>
  `action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;

const questions = [
  defineTool({
    name: "test_sampling",
    description: "Asks the model of the client",
    input: z.object({ prompt: z.string() }),
    run: async ({ prompt }, context) => `LLM response: ${await ask(context, prompt)}`,
  }),
  defineTool({
    name: "test_elicitation",
    description: "Asks the user",
    input: z.object({ message: z.string() }),
    run: async ({ message }, { elicit }) =>
      `User response: ${answered(await elicit({ message, schema: z.object({ username: z.string(), email: z.string() }) }))}`,
  }),
  defineTool({
    name: "test_elicitation_sep1034_defaults",
    description: "Asks with defaults",
    run: async (_args, { elicit }) => `Elicitation completed: ${answered(await elicit(withDefaults))}`,
  }),
  defineTool({
    name: "test_elicitation_sep1330_enums",
    description: "Asks with choices",
    run: async (_args, { elicit }) => `Elicitation completed: ${answered(await elicit(withChoices))}`,
  }),
  defineTool({
    name: "test_missing_capability",
    description: "Needs sampling",
    run: async (_args, context) => await ask(context, "Anything"),
  }),
  defineTool({
    name: "test_streaming_elicitation",
    description: "Reports progress, then asks",
    async run(_args, { progress, elicit }) {
      progress(1, { total: 2 });
      return answered(await elicit({ message: "Please confirm", schema: ok }));
    },
  }),
  defineTool({
    name: "test_input_required_result_elicitation",
    description: "Asks for a name",
    async run(_args, { elicit }) {
      const answer = await elicit({ key: "user_name", message: "What is your name?", schema: name });
      return answer.action === "accept" ? `Hello, ${String(answer.content["name"])}!` : answer.action;
    },
  }),
  defineTool({
    name: "test_input_required_result_sampling",
    description: "Asks for a capital",
    run: async (_args, context) => await ask(context, "What is the capital of France?"),
  }),
  defineTool({
    name: "test_input_required_result_list_roots",
    description: "Asks for folders",
    run: async (_args, { roots }) => (await roots()).map(({ uri }) => uri).join(", "),
  }),
  defineTool({
    name: "test_input_required_result_request_state",
    description: "Asks, and knows the call again",
    run: async (_args, { elicit }) =>
      `state-ok: ${(await elicit({ key: "confirm", message: "Please confirm", schema: ok })).action}`,
  }),
  defineTool({
    name: "test_input_required_result_tampered_state",
    description: "Asks, and refuses another state",
    run: async (_args, { elicit }) => (await elicit({ key: "confirm", message: "Please confirm", schema: ok })).action,
  }),
  defineTool({
    name: "test_input_required_result_multiple_inputs",
    description: "Asks for three things at once",
    async run(_args, context) {
      const [answer, greeting, roots] = await Promise.all([
        context.elicit({ key: "user_name", message: "What is your name?", schema: name }),
        ask(context, "Generate a greeting"),
        context.roots(),
      ]);
      return `${answered(answer)}, ${greeting}, ${roots.length} roots`;
    },
  }),
  defineTool({
    name: "test_input_required_result_multi_round",
    description: "Asks twice",
    async run(_args, { elicit }) {
      const first = await elicit({ key: "step1", message: "Step 1: What is your name?", schema: name });
      const color = {
        type: "object" as const,
        properties: { color: { type: "string" as const } },
        required: ["color"],
      };
      const second = await elicit({ key: "step2", message: "Step 2: What is your favorite color?", schema: color });
      return `${answered(first)}, ${answered(second)}`;
    },
  }),
  defineTool({
    name: "test_input_required_result_capabilities",
    description: "Asks for what the client has",
    run: async (_args, context) =>
      context.canElicit
        ? answered(await context.elicit({ message: "Please confirm", schema: ok }))
        : await ask(context, "Anything"),
  }),
];

const withDefaults = { message: "Please review", schema: formWithDefaults };
const withChoices = { message: "Please choose", schema: formWithChoices };

const resources = [
  defineResource({
    name: "static-text",
    uri: "test://static-text",
    mimeType: "text/plain",
    read: () => "This is the content of the static text resource.",
  }),
  defineResource({
    name: "static-binary",
    uri: "test://static-binary",
    mimeType: "image/png",
    read: () => new Uint8Array(Buffer.from(PIXEL, "base64")),
  }),
  defineResource({ name: "watched", uri: "test://watched-resource", mimeType: "text/plain", read: () => "Watched" }),
  defineResourceTemplate({
    name: "template",
    uriTemplate: "test://template/{id}/data",
    mimeType: "application/json",
    read: ({ id }) => ({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }),
];

const prompts = [
  definePrompt({
    name: "test_simple_prompt",
    description: "Simple",
    get: () => "This is a simple prompt for testing.",
  }),
  definePrompt({
    name: "test_prompt_with_arguments",
    description: "Two arguments",
    arguments: { arg1: { description: "First" }, arg2: { description: "Second" } },
    complete: { arg1: () => ["paris", "park", "party"] },
    get: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  }),
  definePrompt({
    name: "test_prompt_with_embedded_resource",
    description: "A file",
    arguments: { resourceUri: { description: "Its URI" } },
    get: ({ resourceUri }) => [
      { role: "user", content: file(resourceUri, "Embedded resource content for testing.", "text/plain") },
      { role: "user", content: "Please process the embedded resource above." },
    ],
  }),
  definePrompt({
    name: "test_prompt_with_image",
    description: "An image",
    get: () => [
      { role: "user", content: pixel },
      { role: "user", content: "Please analyze the image above." },
    ],
  }),
  definePrompt({
    name: "test_input_required_result_prompt",
    description: "Asks for a context",
    async get(_args, { elicit }) {
      const schema = {
        type: "object" as const,
        properties: { context: { type: "string" as const } },
        required: ["context"],
      };
      const answer = await elicit({ key: "user_context", message: "What context should the prompt use?", schema });
      return `Use this context: ${answered(answer)}`;
    },
  }),
];

export const suiteToolset = defineToolset({
  name: "suite",
  version: "1.0.0",
  tools: [...content, ...signs, ...questions],
  resources,
  prompts,
  skills: {
    "greet/SKILL.md": "---\nname: greet\ndescription: Greets people\n---\nSay hello, as references/GUIDE.md says.\n",
    "greet/references/GUIDE.md": "# Guide\n\nSay it kindly.\n",
  },
});

async function ask({ sample }: InteractiveContext, text: string): Promise<string> {
  const { content } = await sample({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 100 });
  return [content]
    .flat()
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("");
}
