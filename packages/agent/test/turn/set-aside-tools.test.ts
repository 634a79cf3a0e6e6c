import { failure, text } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { stage } from "../model/support.ts";
import { connectAgent } from "../support/connect-agent.ts";

describe("a tool that the provider refuses", () => {
  it("[P-03] is reported once in each session, however many turns it has", async () => {
    const message = "Invalid schema for function 'update_plan': it is not good enough.";
    await using scene = await stage("openai/gpt-6-sol", ({ tools }) =>
      tools.some(({ name }) => name === "update_plan") ? failure("invalid-request", { message }) : [text("Fine.")],
    );
    await using client = await connectAgent({ model: scene.model, capabilities: { session: { notices: {} } } });
    for (const _session of [1, 2]) {
      const sessionId = await client.open();
      for (const prompt of ["one", "two", "three"]) await client.prompt(sessionId, prompt);
      const told = client.updates(sessionId).filter(({ sessionUpdate }) => sessionUpdate === "notice");
      expect(told).toMatchObject([{ title: "openai/gpt-6-sol cannot use the tool update_plan" }]);
    }
  });
});
