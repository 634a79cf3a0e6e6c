/**
 * Lists as servers give them: in pages, in circles, with entries that are no tools, or not at all.
 */

import { describe, expect, it } from "vitest";

import {
  malformedTools,
  oddlyNamedTools,
  oddSchemaTools,
  startHttpServer,
  type Misbehaviour,
  type ServerScript,
} from "../../src/mcp/index.ts";
import { eventsOf, modern, open, openSession, post, type Message } from "./raw-http.ts";

const http = { sessions: "stateless" } as const;

const five = Array.from({ length: 5 }, (_, index) => ({ name: `tool-${index + 1}` }));

interface ListPage {
  readonly entries: readonly Message[];
  readonly nextCursor?: string;
}

/** The pages of a list, as many as the server gives, or as many as we care for. */
async function pagesOf(script: ServerScript, method = "tools/list", key = "tools", atMost = 8): Promise<ListPage[]> {
  await using server = await startHttpServer({ http, ...script });
  const pages: ListPage[] = [];
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const { text } = await post(server, { id: 1, method, params });
    const { result }: { readonly result: Message & { readonly nextCursor?: string } } = JSON.parse(text);
    const { [key]: entries, nextCursor } = result;
    pages.push({ entries: Array.isArray(entries) ? entries : [], ...(nextCursor !== undefined && { nextCursor }) });
    cursor = nextCursor;
  } while (cursor !== undefined && pages.length < atMost);
  return pages;
}

const namesOn = (pages: readonly ListPage[]) => pages.map(({ entries }) => entries.map(({ name }) => name));

describe("pages", () => {
  it("everything is on one page by default", async () => {
    expect(namesOn(await pagesOf({ tools: five }))).toEqual([five.map(({ name }) => name)]);
  });

  it("[P53] pages go on until there is no cursor", async () => {
    const pages = await pagesOf({ tools: five, pageSize: 2 });
    expect(namesOn(pages)).toEqual([["tool-1", "tool-2"], ["tool-3", "tool-4"], ["tool-5"]]);
  });

  it.each([
    ["resources/list", "resources", { resources: [1, 2, 3].map((n) => ({ uri: `a:${n}`, name: `${n}` })) }],
    [
      "resources/templates/list",
      "resourceTemplates",
      { resourceTemplates: [1, 2, 3].map((n) => ({ uriTemplate: `a:${n}{x}`, name: `${n}` })) },
    ],
    ["prompts/list", "prompts", { prompts: [1, 2, 3].map((n) => ({ name: `${n}`, messages: [] })) }],
  ])("[P-01] %s has pages, too", async (method, key, script) => {
    expect(namesOn(await pagesOf({ ...script, pageSize: 1 }, method, key))).toEqual([["1"], ["2"], ["3"]]);
  });

  it("[P53] the second page is called by an empty string", async () => {
    const pages = await pagesOf({ tools: five, pageSize: 2, misbehaviour: { cursors: "empty-string" } });
    expect(pages.map(({ nextCursor }) => nextCursor)).toEqual(["", "page-3", undefined]);
    expect(namesOn(pages).flat()).toHaveLength(5);
  });

  it("[P54] the first page comes for ever", async () => {
    const pages = await pagesOf({ tools: five, pageSize: 4, misbehaviour: { cursors: "repeating" } });
    expect(pages).toHaveLength(8);
    expect(new Set(namesOn(pages).map(String))).toEqual(new Set(["tool-1,tool-2,tool-3,tool-4"]));
  });

  it("[P54] the list begins again after its end", async () => {
    const pages = await pagesOf({ tools: five, pageSize: 4, misbehaviour: { cursors: "looping" } });
    expect(pages).toHaveLength(8);
    expect(namesOn(pages).slice(1, 3)).toEqual([["tool-5"], ["tool-1", "tool-2", "tool-3", "tool-4"]]);
  });

  it("refuses a cursor it never gave", async () => {
    await using server = await startHttpServer({ http, tools: five });
    const { messages } = await post(server, { id: 1, method: "tools/list", params: { cursor: "elsewhere" } });
    expect(messages).toMatchObject([{ error: { code: -32602 } }]);
  });
});

describe("entries", () => {
  it("[P56] lists what is no tool between tools", async () => {
    const toolListEntries = Object.values(malformedTools);
    const [page] = await pagesOf({ tools: five, misbehaviour: { toolListEntries } });
    expect(page?.entries).toHaveLength(five.length + toolListEntries.length);
    expect(page?.entries).toEqual(expect.arrayContaining([...toolListEntries]));
  });

  it("[P66] lists the same name twice, and calls the first", async () => {
    await using server = await startHttpServer({
      http,
      tools: [{ name: "twin" }, { name: "twin", call: [{ type: "result", result: { content: [] } }] }],
    });
    const { messages } = await post(server, { id: 1, method: "tools/list" });
    expect(messages).toMatchObject([{ result: { tools: [{ name: "twin" }, { name: "twin" }] } }]);
    const call = await post(server, { id: 1, method: "tools/call", params: { name: "twin", arguments: { a: 1 } } });
    expect(call.text).toContain(String.raw`{\"a\":1}`);
  });

  it.each(Object.entries(oddlyNamedTools))("[P65] lists and calls an oddly named tool: %s", async (_, tool) => {
    await using server = await startHttpServer({ http, tools: [tool] });
    const { text } = await post(server, { id: 1, method: "tools/list" });
    expect(text).toContain(JSON.stringify(tool.name));
    const call = await post(server, { id: 1, method: "tools/call", params: { name: tool.name } });
    expect(call.messages).toMatchObject([{ result: { content: [{ type: "text" }] } }]);
  });

  it("[P57] [P58] [P60] lists schemas that are hard, unchanged", async () => {
    const tools = Object.values(oddSchemaTools);
    const [page] = await pagesOf({ tools });
    expect(page?.entries).toMatchObject(tools);
  });
});

describe("failures", () => {
  it("[P63] advertises tools, and fails to list them", async () => {
    const misbehaviour: Misbehaviour = { errorOn: { "tools/list": { code: -32603, message: "fetch failed" } } };
    await using server = await startHttpServer({ tools: five, misbehaviour });
    const headers = await openSession(server);
    const { messages } = await post(server, { id: 1, method: "tools/list" }, { headers });
    expect(messages).toMatchObject([{ error: { code: -32603, message: "fetch failed" } }]);
    const call = await post(server, { id: 2, method: "tools/call", params: { name: "tool-1" } }, { headers });
    expect(call.messages).toMatchObject([{ result: {} }]);
  });

  it("[P63] advertises what it does not have", async () => {
    await using server = await startHttpServer({ tools: [], capabilities: { resources: { listChanged: true } } });
    const params = { protocolVersion: "2025-11-25", capabilities: {} };
    const { messages } = await post(server, { id: 1, method: "initialize", params });
    expect(messages).toMatchObject([{ result: { capabilities: { tools: {}, resources: { listChanged: true } } } }]);
    const headers = await openSession(server);
    const listed = await post(server, { id: 2, method: "resources/list" }, { headers });
    expect(listed.messages).toMatchObject([{ error: { code: -32601 } }]);
  });

  it("[O-07] has tools only, and knows no other method", async () => {
    await using server = await startHttpServer({ http, tools: [] });
    const resources = ["resources/list", "resources/templates/list", "resources/read", "resources/subscribe"];
    for (const method of [...resources, "prompts/list", "prompts/get", "logging/setLevel", "tools/other"]) {
      const { messages } = await post(server, { id: 1, method });
      expect(messages).toMatchObject([{ error: { code: -32601 } }]);
    }
  });

  it("lists no resources when it only has templates for them", async () => {
    const pages = await pagesOf(
      { resourceTemplates: [{ uriTemplate: "a:{b}", name: "a" }] },
      "resources/list",
      "resources",
    );
    expect(pages).toEqual([{ entries: [] }]);
  });
});

describe("changes right after the handshake", () => {
  const method = "notifications/tools/list_changed";
  const script: ServerScript = { tools: [], misbehaviour: { listChangedAfterStart: 3 } };

  it("[O-18] come unasked in the older revision", async () => {
    await using server = await startHttpServer(script);
    const headers = await openSession(server);
    const stream = eventsOf(await fetch(server.url, { headers: { ...headers, accept: "text/event-stream" } }));
    for (let time = 0; time < 3; time++) expect(await stream.next()).toContain(method);
    await stream.cancel();
  });

  it("[O-19] come to those who listen in the newer", async () => {
    await using server = await startHttpServer(script);
    const { message, headers } = modern(1, "subscriptions/listen", { notifications: { toolsListChanged: true } });
    const stream = eventsOf(await open(server, message, { headers }));
    expect(await stream.next()).toContain("notifications/subscriptions/acknowledged");
    for (let time = 0; time < 3; time++) expect(await stream.next()).toContain(method);
    await stream.cancel();
  });
});
