import { type CallStep, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

// Tags, a zero-width space, a direction override, a terminal sequence.
const hidden = "\u{E0069}\u{E0067}\u{E006E}\u200B\u202E\u001B[31m";
// JSON writes the escape character by its code.
const HIDDEN = /[\u{E0000}-\u{E007F}\u200B\u202E]|\\u001b/u;
const script = {
  instructions: `Be${hidden} kind.`,
  tools: [
    {
      name: "add",
      title: `A${hidden}dd`,
      description: `Adds${hidden} numbers.`,
      inputSchema: {
        type: "object",
        title: `Inp${hidden}ut`,
        properties: { a: { type: "number", description: `The${hidden} first.` } },
      },
      call: [
        { type: "progress", times: 1, message: `Half${hidden} way` },
        { type: "elicit", params: { message: `Wh${hidden}o?`, requestedSchema: form(hidden) } },
        { type: "result", result: { content: [link(hidden)] } },
      ] satisfies CallStep[],
    },
    { name: "fail", call: [{ type: "error", code: -32_000, message: `Bro${hidden}ken` }] satisfies CallStep[] },
    { name: `odd${hidden}`, description: "Has a hidden name." },
    { name: "odd_parameter", inputSchema: { type: "object", properties: { [`x${hidden}`]: { type: "string" } } } },
  ],
  prompts: [{ name: "greet", description: `Gre${hidden}ets`, messages: [] }],
  resources: [{ uri: "note://1", name: `No${hidden}te`, text: "x" }],
};

describe("[M10] hidden characters in what a server says", () => {
  it("reach neither the model nor the person", async () => {
    await using server = await stdioServer(script);
    const model = scriptedModel([
      { calls: [{ name: "mcp__s__add", args: { a: 1 } }, { name: "mcp__s__fail" }] },
      { calls: [{ name: "list_resources", args: { server: "s" } }] },
    ]);
    const asked: unknown[] = [];
    await using client = await connectAgent({
      model,
      capabilities: { elicitation: { form: {} } },
      answers: {
        "elicitation/create": (params) => {
          asked.push(params);
          return { action: "accept", content: { name: "Ada" } };
        },
      },
    });
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "go");
    await client.prompt(sessionId, "/tools list");
    await client.until((update) => JSON.stringify(update).includes("s:greet"));

    const [first] = model.requests;
    const add = first?.tools.find(({ name }) => name === "mcp__s__add");
    expect(add).toMatchObject({
      description: "Adds numbers.",
      inputSchema: { title: "Input", properties: { a: { description: "The first." } } },
    });
    expect(first?.system.join()).toContain("Be kind.");
    expect(JSON.stringify(model.requests.map(({ system, tools, messages }) => [system, tools, messages]))).not.toMatch(
      HIDDEN,
    );
    expect(asked).toMatchObject([
      { message: "s asks: Who?", requestedSchema: { properties: { name: { title: "Name" } } } },
    ]);
    const updates = JSON.stringify(client.updates(sessionId));
    for (const shown of ["s: Add", "Half way", "Broken", "Greets", "Note"]) expect(updates).toContain(shown);
    expect(updates).not.toMatch(HIDDEN);
  });

  it("cost a tool its place where they are in a name that goes back to the server", async () => {
    await using server = await stdioServer(script);
    const model = scriptedModel([]);
    await using client = await connectAgent({ model, capabilities: { session: { notices: {} } } });
    const sessionId = await client.open({ s: server });
    await client.prompt(sessionId, "go");
    const told = client.updates(sessionId).filter(({ sessionUpdate }) => sessionUpdate === "notice");
    expect(told).toMatchObject([
      {
        description: expect.stringContaining("s lists tools that cannot be used: odd (its name has hidden characters)"),
      },
    ]);
    const names = model.requests[0]?.tools.flatMap(({ name }) => (name.startsWith("mcp__") ? [name] : []));
    expect(names).toEqual(["mcp__s__add", "mcp__s__fail"]);
  });
});

function form(hidden: string) {
  return { type: "object", properties: { name: { type: "string", title: `Na${hidden}me` } }, required: ["name"] };
}

function link(hidden: string) {
  return { type: "resource_link", uri: "note://1", name: `No${hidden}te`, title: `The${hidden} note` };
}
