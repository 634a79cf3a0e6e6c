import type { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { objectOf } from "@tenon/basis";
import type { EndpointOptions } from "@tenon/hub/endpoint";
import { type RecordOf, type Revision, type ServerScript, startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft } from "../open-test-hub.ts";
import { DOORS, openTestEndpoint } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const REVISIONS: readonly Revision[] = ["2025-11-25", "2026-07-28"];
const resources = [
  { uri: "note:///a", name: "a", text: "A" },
  { uri: "note:///b", name: "b", text: "B" },
];
const UPDATED = "notifications/resources/updated";
const WAYS = DOORS.flatMap((way) => REVISIONS.map((server) => ({ ...way, server })));

describe.each(WAYS)("[W18] over $door in $revision, of a $server server", ({ server: revision, ...way }) => {
  it("an agent is notified of updates of the resources that it subscribes to, until it does not any more", async () => {
    await using one = await open({ revision, resources });
    const client = await one.endpoint.join(way);
    if (way.door === "http") await one.endpoint.untilListening(client);
    const heard: string[] = [];
    let wake = () => {};
    client.setNotificationHandler(UPDATED, ({ params }) => {
      heard.push(params.uri);
      wake();
    });
    const until = async (count: number) => {
      while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
    };
    const end = await subscribe(client, "note:///a");
    await one.subscribed("note:///a");
    for (const uri of ["note:///b", "note:///a"]) one.server.notify(UPDATED, { uri });
    await until(1);
    expect(heard).toEqual(["note:///a"]);
    await end();
    await one.unsubscribed("note:///a");
  });
});

describe("[W24] a subscription", () => {
  it("to a server whose rules forbid it is refused", async () => {
    await using one = await open(
      { revision: "2025-11-25", resources },
      { permit: async ({ server, called }) => ({ isAllowed: false, reason: `${server} ${called}` }) },
    );
    const client = await one.endpoint.join({ door: "stream", revision: "2025-11-25" });
    await expect(client.subscribeResource({ uri: "note:///a" })).rejects.toThrow("s resources/subscribe");
  });

  it("to what no server has is refused", async () => {
    await using one = await open({ revision: "2025-11-25", resources });
    const client = await one.endpoint.join({ door: "stream", revision: "2025-11-25" });
    await expect(client.subscribeResource({ uri: "made:///up" })).rejects.toThrow("made:///up");
  });

  it("of two agents is one at the server, and ends with the last of them", async () => {
    await using one = await open({ revision: "2025-11-25", resources });
    const way = { door: "stream", revision: "2025-11-25" } as const;
    const [first, second] = [await one.endpoint.join(way), await one.endpoint.join(way)];
    await first.subscribeResource({ uri: "note:///a" });
    await second.subscribeResource({ uri: "note:///a" });
    await second.subscribeResource({ uri: "note:///a" });
    expect(await one.requests("resources/subscribe")).toHaveLength(1);
    await first.unsubscribeResource({ uri: "note:///a" });
    expect(await one.requests("resources/unsubscribe")).toHaveLength(0);
    await second.close();
    await one.unsubscribed("note:///a");
  });

  it("is renewed when its server was restarted", async () => {
    await using one = await open({ revision: "2025-11-25", resources });
    const client = await one.endpoint.join({ door: "stream", revision: "2025-11-25" });
    await client.subscribeResource({ uri: "note:///a" });
    const before = new Set((await one.requests("resources/subscribe")).map(({ id }) => id));
    await one.endpoint.hub.restart("s");
    await one.server.until(
      "message",
      ({ message: { method, id } }) => method === "resources/subscribe" && !before.has(String(id)),
    );
  });
});

describe("what servers log", () => {
  const say = (level: "info" | "warning") => ({ name: level, call: [{ type: "log", level, data: level } as const] });

  it("is as much as the agent asks for with logging/setLevel, at the server too", async () => {
    await using one = await open({ revision: "2025-11-25", tools: [say("info"), say("warning")] });
    const client = await one.endpoint.join({ door: "stream", revision: "2025-11-25" });
    const heard: unknown[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params.data));
    await client.setLoggingLevel("warning");
    expect(await one.requests("logging/setLevel")).toMatchObject([{ params: { level: "warning" } }]);
    await client.callTool({ name: "s__info", arguments: {} });
    await client.callTool({ name: "s__warning", arguments: {} });
    expect(heard).toEqual(["warning"]);
  });

  it("is at a server the lowest level of all agents", async () => {
    await using one = await open({ revision: "2025-11-25", tools: [say("info")] });
    const way = { door: "stream", revision: "2025-11-25" } as const;
    const [first, second] = [await one.endpoint.join(way), await one.endpoint.join(way)];
    await first.setLoggingLevel("debug");
    await second.setLoggingLevel("error");
    const levels = (await one.requests("logging/setLevel")).map(({ params }) => params["level"]);
    expect(levels).toEqual(["debug"]);
  });

  it.each(
    DOORS.filter(({ revision }) => revision === "2026-07-28").flatMap(({ door }) =>
      REVISIONS.map((server) => ({ door, server })),
    ),
  )(
    "over $door in 2026-07-28, of a $server server, belongs to the request that asks for it",
    async ({ door, server: revision }) => {
      await using one = await open({ revision, tools: [say("info"), say("warning")] });
      const client = await one.endpoint.join({ door, revision: "2026-07-28" });
      const heard: unknown[] = [];
      client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params.data));
      await client.callTool({ name: "s__warning", arguments: {} });
      const _meta = { "io.modelcontextprotocol/logLevel": "warning" };
      await client.callTool({ name: "s__info", arguments: {}, _meta });
      expect(heard).toEqual([]);
      await client.callTool({ name: "s__warning", arguments: {}, _meta });
      expect(heard).toEqual(["warning"]);
    },
  );
});

it.each(DOORS)("a folder of skills is read over $door in $revision", async (way) => {
  const files = { "pdf/SKILL.md": "---\nname: pdf\ndescription: d\n---\n", "pdf/references/FORMS.md": "Forms" };
  const skills = await SkillsExtension.load(memorySkillFiles(files));
  await using endpoint = await openTestEndpoint([
    {
      type: "channel",
      name: "office",
      source: "program",
      open() {
        const [ours, theirs] = InMemoryTransport.createLinkedPair();
        const server = new McpServer({ name: "office", version: "1" });
        skills.attach(server);
        void server.connect(theirs);
        return ours;
      },
    },
  ]);
  const client = new SkillsClient(await endpoint.join(way));
  const { resources: children } = await client.readDirectory("skill://pdf");
  expect(children.map(({ uri }) => uri)).toContain("skill://pdf/SKILL.md");
  await expect(client.readDirectory("skill://docx")).rejects.toThrow();
});

async function subscribe(client: Client, uri: string): Promise<() => Promise<unknown>> {
  if (client.getProtocolEra() !== "modern") {
    await client.subscribeResource({ uri });
    return () => client.unsubscribeResource({ uri });
  }
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  return () => subscription.close();
}

async function open(script: ServerScript, options: Partial<EndpointOptions> = {}) {
  const server = await startHttpServer(script);
  const endpoint = await openTestEndpoint([httpSpec("s", server)], { endpoint: options });
  const requests = async (method: string) =>
    (await server.recorded()).flatMap((record) =>
      record.type === "message" && record.message["method"] === method
        ? [{ id: String(record.message["id"]), params: objectOf(record.message["params"]) }]
        : [],
    );
  const isListening = ({ message: { method, params } }: RecordOf<"message">, uri: string) =>
    method === "subscriptions/listen" && JSON.stringify(params).includes(JSON.stringify(uri));
  return {
    server,
    endpoint,
    requests,
    /** The server has heard of it, and has a stream for its updates. */
    async subscribed(uri: string): Promise<void> {
      if (script.revision === "2025-11-25") {
        await server.until("message", ({ message: { method, params } }) =>
          isFor(uri, "resources/subscribe", method, params),
        );
        await server.until("listener-join");
        return;
      }
      const { message } = await server.until("message", (record) => isListening(record, uri));
      await server.until("listener-join", ({ session }) => session === String(message["id"]));
    },
    async unsubscribed(uri: string): Promise<void> {
      if (script.revision === "2025-11-25") {
        const method = "resources/unsubscribe";
        await server.until("message", ({ message }) => isFor(uri, method, message["method"], message["params"]));
        return;
      }
      const { message } = await server.until("message", (record) => isListening(record, uri));
      await server.until("listener-leave", ({ session }) => session === String(message["id"]));
    },
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await server.close();
    },
  };
}

function isFor(uri: string, wanted: string, method: unknown, params: unknown): boolean {
  return method === wanted && objectOf(params)["uri"] === uri;
}
