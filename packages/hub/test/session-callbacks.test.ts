import { type ServerScript, startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft, httpSpec, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const ask = { name: "ask", call: [{ type: "elicit", params: { message: "Who are you?", requestedSchema } } as const] };
const messages = [{ role: "user", content: { type: "text", text: "Say hi" } }];
const think = { name: "think", call: [{ type: "sample", params: { messages, maxTokens: 10 } } as const] };
const look = { name: "look", call: [{ type: "roots" } as const] };

describe.each(["2025-11-25", "2026-07-28"] as const)("a server that speaks %s", (revision) => {
  describe.each(["stdio", "http"] as const)("over %s", (transport) => {
    it("[S-01] [R118] asks a person through the session, and gets the answer", async () => {
      await using one = await open({ revision, tools: [ask] }, transport, {
        elicit: { modes: ["form"], ask: async (request) => answer(request) },
      });
      await expect(one.hub.call("mcp__s__ask", {})).resolves.toMatchObject({ raw: { content: [{ type: "text" }] } });
      const { answer: given } = await one.server.until("client-answer");
      expect(JSON.stringify(given)).toContain("Ada");
    });

    it("asks a person to open an address, and learns that they agreed", async () => {
      const params = { mode: "url", message: "Please sign", url: "https://example.com/sign", elicitationId: "e-1" };
      const sign = { name: "sign", call: [{ type: "elicit", params } as const] };
      const shown: string[] = [];
      await using one = await open({ revision, tools: [sign] }, transport, {
        elicit: {
          modes: ["url"],
          ask: async (request) => {
            if ("url" in request) shown.push(request.url);
            return { action: "accept" };
          },
        },
      });
      await one.hub.call("mcp__s__sign", {});
      const { answer: given } = await one.server.until("client-answer");
      expect(JSON.stringify(given)).toContain("accept");
      expect(shown).toEqual(["https://example.com/sign"]);
    });

    it("asks the session's model", async () => {
      const sample = async () => ({ role: "assistant", model: "m", content: { type: "text", text: "hi" } }) as const;
      await using one = await open({ revision, tools: [think] }, transport, { sample });
      await one.hub.call("mcp__s__think", {});
      const { answer: given } = await one.server.until("client-answer");
      expect(JSON.stringify(given)).toContain("hi");
    });

    it("asks for the session's folders", async () => {
      await using one = await open({ revision, tools: [look] }, transport, { roots: () => [{ uri: "file:///work" }] });
      await one.hub.call("mcp__s__look", {});
      const { answer: given } = await one.server.until("client-answer");
      expect(JSON.stringify(given)).toContain("file:///work");
    });
  });

  it("[P82] gets no capability that has no callback", async () => {
    await using one = await open({ revision, tools: [ask] }, "stdio", {});
    const { message } = await one.server.until("message", ({ message }) =>
      ["initialize", "tools/list"].includes(String(message["method"])),
    );
    const sent = JSON.stringify(message);
    expect(sent).not.toContain('"elicitation"');
    expect(sent).not.toContain('"sampling"');
    expect(sent).not.toContain('"roots"');
  });
});

it("[R147] is notified when what a person was sent to an address for is done", async () => {
  const completed = Promise.withResolvers<readonly string[]>();
  const method = "notifications/elicitation/complete";
  const done = { name: "done", call: [{ type: "notify", method, params: { elicitationId: "e-1" } } as const] };
  await using one = await open({ revision: "2025-11-25", tools: [done] }, "stdio", {
    elicit: {
      modes: ["url"],
      ask: async () => ({ action: "accept" }),
      completed: (id, server) => completed.resolve([id, server]),
    },
  });
  await one.hub.call("mcp__s__done", {});
  await expect(completed.promise).resolves.toEqual(["e-1", "s"]);
});

function answer(request: { readonly message?: string }) {
  return request.message === "Who are you?"
    ? { action: "accept" as const, content: { name: "Ada" } }
    : { action: "decline" as const };
}

async function open(
  script: ServerScript,
  transport: "stdio" | "http",
  callbacks: NonNullable<Parameters<typeof openTestHub>[1]>["callbacks"],
) {
  const stdio = transport === "stdio" ? await stdioServer(script) : undefined;
  const http = transport === "http" ? await startHttpServer(script) : undefined;
  const server = stdio ?? http!;
  const spec = stdio ? stdioSpec("s", stdio) : httpSpec("s", http!);
  const hub = openTestHub([spec], { callbacks: callbacks ?? {} });
  await hub.until("s", "listed");
  return {
    hub,
    server,
    async [Symbol.asyncDispose]() {
      await hub.close();
      await server.close();
    },
  };
}
