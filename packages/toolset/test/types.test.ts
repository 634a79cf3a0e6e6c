import { type } from "arktype";
import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";

import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineTool,
  defineToolset,
  image,
  jsonSchema,
  reply,
  type RequestContext,
  type ToolContext,
} from "@tenon/toolset";

interface Database {
  query(sql: string): Promise<string[]>;
}

it("types arguments, results, state, secrets, variables and prompt arguments from the definitions", () => {
  const add = defineTool({
    name: "add",
    description: "Adds two numbers",
    input: z.object({ a: z.number(), b: z.number().default(1) }),
    output: z.object({ sum: z.number() }),
    run: ({ a, b }, context) => {
      expectTypeOf(a).toEqualTypeOf<number>();
      expectTypeOf(b).toEqualTypeOf<number>();
      expectTypeOf(context.state).toEqualTypeOf<unknown>();
      return { sum: a + b };
    },
  });
  const shout = defineTool({
    name: "shout",
    description: "Says it loudly",
    input: type({ text: "string" }),
    run: ({ text }) => {
      expectTypeOf(text).toEqualTypeOf<string>();
      return text.toUpperCase();
    },
  });
  const plain = defineTool({
    name: "plain",
    description: "Takes JSON Schema",
    input: jsonSchema<{ path: string }>({ type: "object", properties: { path: { type: "string" } } }),
    run({ path }) {
      expectTypeOf(path).toEqualTypeOf<string>();
      return [path, image("AAAA", "image/png")];
    },
  });
  const untyped = defineTool({
    name: "untyped",
    description: "Takes untyped JSON Schema",
    input: { type: "object", properties: { path: { type: "string" } } },
    run(args) {
      expectTypeOf(args["path"]).toEqualTypeOf<unknown>();
      return reply({ content: ["a"], structured: { a: 1 } });
    },
  });
  const query = defineTool({
    name: "query",
    description: "Queries",
    input: z.object({ sql: z.string() }),
    async run({ sql }, { state, elicit }: ToolContext<Database>) {
      const answer = await elicit({ message: "Sure?", schema: z.object({ sure: z.boolean() }) });
      if (answer.action === "accept") expectTypeOf(answer.content.sure).toEqualTypeOf<boolean>();
      return (await state.query(sql)).join("\n");
    },
  });
  const schema = defineResourceTemplate({
    name: "schema",
    uriTemplate: "db://schema/{table}{?format,depth}",
    complete: { table: (typed, { state }: RequestContext<Database>) => state.query(typed) },
    read: ({ table, format }, { state }: RequestContext<Database>) => {
      expectTypeOf(table).toEqualTypeOf<string>();
      expectTypeOf(format).toEqualTypeOf<string>();
      return state.query(table).then((rows) => rows.join());
    },
  });
  const stats = defineResource({ name: "stats", uri: "db://stats", read: () => ({ rows: 1 }) });
  const review = definePrompt({
    name: "review",
    arguments: { topic: { description: "What" }, depth: { isRequired: false } },
    get: ({ topic, depth }) => {
      expectTypeOf(topic).toEqualTypeOf<string>();
      expectTypeOf(depth).toEqualTypeOf<string | undefined>();
      return `Review ${topic} ${depth ?? ""}`;
    },
  });
  const toolset = defineToolset({
    name: "all",
    version: "1.0.0",
    tools: [add, shout, plain, untyped, query],
    resources: [schema, stats],
    prompts: [review],
    secrets: { TOKEN: {}, OTHER: { isRequired: false } },
    start({ secrets }) {
      expectTypeOf(secrets.TOKEN).toEqualTypeOf<string>();
      expectTypeOf(secrets.OTHER).toEqualTypeOf<string | undefined>();
      const database: Database = { query: async (sql) => [sql] };
      return database;
    },
    stop: (database) => void database.query("end"),
  });
  expect(toolset.tools).toHaveLength(5);
});

it("rejects a tool of another state and a result that the output schema does not take, when compiled", () => {
  const query = defineTool({
    name: "query",
    description: "Queries",
    run: (_args, { state }: ToolContext<Database>) => state.query("x").then(String),
  });
  const definition = { name: "x", version: "1", start: () => ({ other: 1 }) };
  // @ts-expect-error The state has no `query`.
  defineToolset({ ...definition, tools: [query] });
  const output = z.object({ sum: z.number() });
  // @ts-expect-error `sum` must be a number.
  defineTool({ name: "add", description: "Adds", output, run: () => ({ sum: "1" }) });
  // @ts-expect-error With an output schema, a result is an object.
  defineTool({ name: "add", description: "Adds", output, run: () => "1" });
  // @ts-expect-error A pack cannot allow anything.
  expect(() => defineToolset({ name: "x", version: "1", policy: [{ effect: "allow", tool: "a", why: "b" }] })).toThrow(
    'a pack can only "ask" or "deny"',
  );
});
