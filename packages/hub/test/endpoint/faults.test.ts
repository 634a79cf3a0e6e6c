import { duplexPair } from "node:stream";

import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft, stdioSpec } from "../open-test-hub.ts";
import { DOORS, open, openTestEndpoint, textOf } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const way = { door: "stream", revision: "2025-11-25" } as const;

describe("a fault of a server", () => {
  it("that dies in a call is a result, and the next call has it restarted", async () => {
    await using server = await stdioServer({
      tools: [{ name: "crash", call: [{ type: "crash", exitCode: 3, stderr: "out of luck" }] }, { name: "echo" }],
    });
    await using endpoint = await openTestEndpoint([stdioSpec("s", server)]);
    const client = await endpoint.join(way);
    const crashed = await client.callTool({ name: "s__crash", arguments: {} });
    expect(crashed.isError).toBe(true);
    expect(textOf(crashed)).toContain("out of luck");
    expect(textOf(await client.callTool({ name: "s__echo", arguments: { a: 1 } }))).toContain('"a":1');
  });

  it("that answers with a protocol error is a result that says so", async () => {
    const call = [{ type: "error", code: -32_000, message: "The disk is full" } as const];
    await using server = await startHttpServer({ tools: [{ name: "fail", call }] });
    await using endpoint = await openTestEndpoint([httpSpec("s", server)]);
    const client = await endpoint.join(way);
    const failed = await client.callTool({ name: "s__fail", arguments: {} });
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toContain("The disk is full");
  });

  it("[O-07] that fails to list its resources and prompts costs only its own", async () => {
    const resources = [{ uri: "note:///a", name: "a", text: "A" }];
    const prompts = [{ name: "greet", messages: [] }];
    const error = { code: -32_603, message: "no" };
    await using good = await startHttpServer({ resources, prompts });
    await using bad = await startHttpServer({
      resources,
      prompts,
      misbehaviour: { errorOn: { "resources/list": error, "prompts/list": error } },
    });
    await using endpoint = await openTestEndpoint([httpSpec("bad", bad), httpSpec("good", good)]);
    const client = await endpoint.join(way);
    expect((await client.listResources()).resources).toMatchObject([{ uri: "note:///a" }]);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: "good__greet" }]);
    expect((await client.readResource({ uri: "note:///a" })).contents).toMatchObject([{ text: "A" }]);
  });

  it("in `permit` or a listener is a result, and not the end", async () => {
    await using server = await startHttpServer({ tools: [{ name: "echo" }] });
    await using endpoint = await openTestEndpoint([httpSpec("s", server)], {
      endpoint: { permit: () => Promise.reject(new Error("The client has gone")) },
    });
    const client = await endpoint.join(way);
    const refused = await client.callTool({ name: "s__echo", arguments: {} });
    expect([refused.isError, textOf(refused)]).toEqual([true, "The client has gone"]);
  });

  it("in a `permit` that never answers ends with the agent's patience, and holds up no end", async () => {
    const asked = Promise.withResolvers<void>();
    await using server = await startHttpServer({ tools: [{ name: "echo" }] });
    await using endpoint = await openTestEndpoint([httpSpec("s", server)], {
      endpoint: {
        permit() {
          asked.resolve();
          return new Promise(() => {});
        },
      },
    });
    const client = await endpoint.join(way);
    const calling = client.callTool({ name: "s__echo", arguments: {} }).catch((error: unknown) => error);
    await asked.promise;
    await endpoint.close();
    expect(await calling).toBeInstanceOf(Error);
    expect(endpoint.events.map(({ type }) => type)).toEqual(["connected", "started", "ended"]);
  });

  it("and a hub that does not open leave the endpoint answering", async () => {
    await using endpoint = await openTestEndpoint([], { give: () => Promise.reject(new Error("No hub")) });
    const client = await endpoint.join(way);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("call_tool");
    expect((await client.listResources()).resources).toEqual([]);
    await expect(client.readResource({ uri: "note:///a" })).rejects.toThrow("No hub");
  });
});

describe("a fault of an agent", () => {
  it("that sends garbage is ignored, and the connection goes on", async () => {
    await using endpoint = await openTestEndpoint([]);
    const stream = open(endpoint);
    stream.write('not json\n{"half":\n\n[]\n7\nnull\n{"jsonrpc":"2.0","id":1,"method":"initialize"}\n');
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    stream.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "initialize", params })}\n`);
    const answered = Promise.withResolvers<void>();
    let text = "";
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('"id":2') && text.includes("serverInfo")) answered.resolve();
    });
    await answered.promise;
    stream.destroy();
  });

  it.each(DOORS)("that leaves in a call over $door in $revision cancels it at the server", async (each) => {
    await using server = await startHttpServer({ tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }] });
    await using endpoint = await openTestEndpoint([httpSpec("s", server)]);
    const client = await endpoint.join(each);
    const calling = client.callTool({ name: "s__wait", arguments: {} }).catch((error: unknown) => error);
    await server.until("call-start");
    // Over HTTP in the 2025 revisions a broken connection is no cancellation: the client may come back for the answer.
    const isResumable = each.door === "http" && each.revision === "2025-11-25";
    if (isResumable) await (client.transport as unknown as { terminateSession(): Promise<void> }).terminateSession();
    await client.close();
    await server.until("call-cancel");
    expect(await calling).toBeInstanceOf(Error);
  });

  it.each([200, 1_000, 5_000])("that nests arguments %i levels deep is refused, and goes on", async (levels) => {
    await using server = await startHttpServer({ tools: [{ name: "echo" }] });
    const asked: string[] = [];
    await using endpoint = await openTestEndpoint([httpSpec("s", server)], {
      endpoint: {
        permit: async ({ name }) => {
          asked.push(name);
          return { isAllowed: true };
        },
      },
    });
    const client = await endpoint.join(way);
    const deep = JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
    const direct = await client.callTool({ name: "s__echo", arguments: deep });
    for (const args of [deep, JSON.stringify(deep)]) {
      const indirect = await client.callTool({ name: "call_tool", arguments: { name: "s__echo", arguments: args } });
      expect(indirect.isError).toBe(true);
    }
    expect(direct.isError).toBe(true);
    expect(textOf(direct)).toContain("150 levels deep");
    expect(asked).toEqual([]);
    expect(textOf(await client.callTool({ name: "s__echo", arguments: { a: 1 } }))).toContain('"a":1');
  });

  it("that joins after the end is turned away", async () => {
    await using endpoint = await openTestEndpoint([]);
    await endpoint.close();
    const [stream] = duplexPair();
    await endpoint.serveStream(stream);
    expect(stream.destroyed).toBe(true);
  });

  it("that comes and goes a hundred times leaves nothing", async () => {
    await using server = await startHttpServer({ tools: [{ name: "echo" }] });
    await using endpoint = await openTestEndpoint([httpSpec("s", server)]);
    for (let time = 0; time < 100; time += 1) {
      const client = await endpoint.join(way);
      await client.close();
    }
    server.changeTools({ add: [{ name: "more" }] });
    await endpoint.hub.untilTools((tools) => tools.includes("more"));
  });
});
