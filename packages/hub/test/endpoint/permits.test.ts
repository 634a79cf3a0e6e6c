import type { EndpointOptions } from "@tenon/hub/endpoint";
import { type ServerScript, startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft } from "../open-test-hub.ts";
import { openTestEndpoint } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const way = { door: "stream", revision: "2025-11-25" } as const;
const note = (name: string) => ({ uri: `note:///${name}`, name, text: name });
const file = (name: string) => ({ uri: `file:///${name}`, name, text: name });

describe("[WA3] reading a resource that no server lists", () => {
  it("asks once, about the server that lists others of its kind, and a refusal ends it", async () => {
    const asked: string[] = [];
    await using one = await open([{ resources: [note("a")] }, { resources: [file("a")] }, { resources: [note("b")] }], {
      permit: async ({ server }) => {
        asked.push(server);
        return { isAllowed: false, reason: "The user said no" };
      },
    });
    const client = await one.endpoint.join(way);
    await expect(client.readResource({ uri: "file:///unlisted" })).rejects.toThrow("The user said no");
    expect(asked).toEqual(["s1"]);
  });

  it("asks once also if it is allowed and the server does not have it", async () => {
    const asked: string[] = [];
    await using one = await open([{ resources: [note("a")] }, { resources: [note("b")] }], {
      permit: async ({ server }) => {
        asked.push(server);
        return { isAllowed: true };
      },
    });
    const client = await one.endpoint.join(way);
    await expect(client.readResource({ uri: "note:///unlisted" })).rejects.toThrow();
    expect(asked).toEqual(["s0"]);
  });

  it("asks about the server whose result linked to it", async () => {
    const content = [{ type: "resource_link", uri: "note:///linked", name: "linked" }];
    const call = [{ type: "result", result: { content } } as const];
    const asked: string[] = [];
    await using one = await open([{ resources: [note("a")] }, { tools: [{ name: "link", call }], resources: [] }], {
      permit: async ({ server, tool }) => {
        asked.push(`${server} ${tool}`);
        return { isAllowed: true };
      },
    });
    const client = await one.endpoint.join(way);
    await client.callTool({ name: "s1__link", arguments: {} });
    await expect(client.readResource({ uri: "note:///linked" })).rejects.toThrow();
    expect(asked).toEqual(["s1 link", "s1 resources/read"]);
  });

  it("tries every server where nothing asks", async () => {
    const template = { uriTemplate: "note:///{name}", name: "note", text: "Any" };
    const error = { code: -32_603, message: "no" };
    await using one = await open([
      { resources: [note("a")] },
      {
        resources: [note("b")],
        resourceTemplates: [template],
        misbehaviour: { errorOn: { "resources/templates/list": error } },
      },
    ]);
    const client = await one.endpoint.join(way);
    expect((await client.readResource({ uri: "note:///unlisted" })).contents).toMatchObject([{ text: "Any" }]);
  });
});

it("[W24] completions of a server whose rules forbid them are empty, and it is not asked", async () => {
  const asked: object[] = [];
  await using one = await open([{ prompts: [{ name: "greet", messages: [] }], capabilities: { completions: {} } }], {
    permit: async ({ server, called, args }) => {
      asked.push({ server, called, args });
      return { isAllowed: false, reason: "no" };
    },
  });
  const client = await one.endpoint.join(way);
  const argument = { name: "who", value: "A" };
  const ref = { type: "ref/prompt", name: "s0__greet" } as const;
  expect(await client.complete({ ref, argument })).toMatchObject({ completion: { values: [] } });
  expect(asked).toMatchObject([{ server: "s0", called: "completion/complete", args: { argument } }]);
});

async function open(scripts: readonly ServerScript[], options: Partial<EndpointOptions> = {}) {
  const servers = await Promise.all(scripts.map((script) => startHttpServer(script)));
  const endpoint = await openTestEndpoint(
    servers.map((server, at) => httpSpec(`s${at}`, server)),
    { endpoint: options },
  );
  return {
    endpoint,
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
