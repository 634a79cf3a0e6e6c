import { text } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { createToolAdapter } from "../../../src/model/schema/adapt-tools.ts";
import { anthropicDialect, openaiDialect } from "../../../src/model/schema/dialects.ts";
import { answered, apiCases, request, stage, textOf, tool } from "../support.ts";
import { corpus } from "./corpus.ts";
import { objections, strictRules } from "./strict-provider.ts";

describe("tools for a provider", () => {
  it("[P-08] [P-11] cuts a description that is too long for it, and says so in it", () => {
    const long = "All about it. ".repeat(700);
    const [adapted] = createToolAdapter(openaiDialect)([tool("a", { description: long })]).tools;
    expect(adapted?.description?.length).toBeLessThanOrEqual(1024);
    expect(adapted?.description).toMatch(/\(shortened\)$/);
    expect(createToolAdapter(anthropicDialect)([tool("a", { description: long })]).tools[0]?.description).toBe(
      long.trim(),
    );
  });

  it("[P-02] [P-04] sets aside what has a name that is not taken, or is taken already", () => {
    const offer = [tool("fine"), tool("x".repeat(65)), tool("with space"), tool("fine")];
    const { tools, setAside } = createToolAdapter(anthropicDialect)(offer);
    expect(tools.map(({ name }) => name)).toEqual(["fine"]);
    expect(setAside.map(({ name }) => name)).toEqual(["x".repeat(65), "with space", "fine"]);
  });

  it("[T-03] says which tools are too many, and loses none in silence", () => {
    const offer = Array.from({ length: 130 }, (_, index) => tool(`t${index}`));
    const { tools, setAside } = createToolAdapter(openaiDialect)(offer);
    expect(tools).toHaveLength(128);
    expect(setAside.map(({ name }) => name)).toEqual(["t128", "t129"]);
  });
});

describe.each(apiCases)("the whole corpus over $api", ({ api, id }) => {
  it("[P-03] is offered in one request that no provider has to refuse", async () => {
    await using scene = await stage(id, [[text("ok")]]);
    const tools = corpus.map(({ schema }, index) =>
      tool(`t${index}`, { inputSchema: schema as Record<string, unknown> }),
    );
    expect(textOf(await answered(scene.model, request({ tools })))).toBe("ok");
    const offered = scene.server.requests[0]?.tools ?? [];
    expect(offered).toHaveLength(corpus.length);
    const rules = {
      "openai-chat": "compatible",
      "openai-responses": "openai",
      anthropic: "anthropic",
      gemini: "gemini",
    } as const;
    expect(offered.flatMap(({ schema }) => objections(schema, strictRules[rules[api]]))).toEqual([]);
  });
});
