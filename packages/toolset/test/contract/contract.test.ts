/**
 * One toolset, every door, both revisions: a client sees the same.
 */

import { Client, type ClientCapabilities, type ContentBlock } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterEach, describe, expect, it } from "vitest";

import { createLog, doors } from "./doors.ts";
import everything from "./everything.ts";

const TOKEN = "sk-notes/0123456789";
const env = { NOTES_TOKEN: TOKEN };

describe.each(doors.flatMap((door) => door.revisions.map((revision) => ({ door, revision, name: door.name }))))(
  "$name, $revision",
  ({ door, revision }) => {
    const open = new Set<() => Promise<void>>();
    afterEach(async () => {
      for (const close of open) await close();
      open.clear();
    });

    it("lists tools with their schemas, and says what it is", async () => {
      const { client } = await connect();
      expect(client.getServerVersion()).toMatchObject({ name: "everything", version: "1.2.3", title: "Everything" });
      expect(client.getInstructions()).toBe("Use it for tests.");
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(everything.tools.map(({ name }) => name));
      expect(tools[0]).toMatchObject({
        title: "Add",
        annotations: { readOnlyHint: true },
        inputSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
        outputSchema: { type: "object", properties: { sum: { type: "number" } } },
      });
    });

    it("returns text, structured content and every kind of block", async () => {
      const { call } = await connect();
      expect(await call("add", { a: 2 })).toMatchObject({
        structuredContent: { sum: 3 },
        content: [{ type: "text", text: '{"sum":3}' }],
      });
      expect(textOf(await call("shout", { text: "a" }))).toBe("A");
      expect(textOf(await call("whisper", { text: "A" }))).toBe("a");
      expect(await call("length", { text: "abc" })).toMatchObject({
        structuredContent: { length: 3 },
        content: [{ text: "3 characters" }],
      });
      expect((await call("media")).content).toEqual([
        { type: "text", text: "text" },
        { type: "image", data: "iVBORw==", mimeType: "image/png" },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "notes://a", text: "a", mimeType: "text/plain" } },
        { type: "resource", resource: { uri: "notes://b", blob: "iVBORw==" } },
        { type: "resource_link", uri: "notes://c", name: "c" },
      ]);
      expect((await call("nothing")).content).toEqual([]);
    });

    it("refuses arguments that the schema does not accept, and says why", async () => {
      const { call, client } = await connect();
      for (const [name, args, reason] of [
        ["add", { a: "2" }, "a: Invalid input: expected number"],
        ["shout", { text: "" }, "text"],
        ["whisper", {}, "text"],
        ["length", { text: 1 }, "text"],
      ] as const) {
        const result = await call(name, args);
        expect(result).toMatchObject({ isError: true, _meta: { "tenon/error": { kind: "invalid_input" } } });
        expect(textOf(result)).toContain(reason);
      }
      await expect(client.callTool({ name: "ad" })).rejects.toThrow("Unknown tool: ad. Did you mean add?");
    });

    it("gives the model a ToolError, and of any other error only an id", async () => {
      const { call, log } = await connect();
      expect(await call("missing")).toMatchObject({
        isError: true,
        content: [{ text: "There is no such note\nList the notes first." }],
        _meta: { "tenon/error": { kind: "not_found", hint: "List the notes first." } },
      });
      for (const name of ["crash", "wrong"]) {
        const result = await call(name);
        const id = /\(error ([0-9a-f]{8})\)/.exec(textOf(result))?.[1];
        expect(id).toBeDefined();
        expect(textOf(result)).not.toContain("inner detail");
        const { message } = await log.until((entry) => String(entry.message).includes(id ?? "?"));
        expect(message).toContain(name === "crash" ? "inner detail [NOTES_TOKEN]" : "even: ");
      }
    });

    it("masks secrets in results, resources, logs, errors and progress", async () => {
      const { client, call, log, logged } = await connect();
      const progress: unknown[] = [];
      const result = await client.callTool(
        { name: "leak", _meta: LOG_LEVEL },
        { onprogress: (one) => progress.push(one) },
      );
      expect(result).toMatchObject({
        content: [{ text: "the token is [NOTES_TOKEN]" }, { resource: { text: "[NOTES_TOKEN]" } }],
        structuredContent: { "[NOTES_TOKEN]": "https://example.com/?token=[NOTES_TOKEN]" },
      });
      await call("crash");
      const resource = await client.readResource({ uri: "notes://secret" });
      expect(resource.contents).toMatchObject([{ text: "[NOTES_TOKEN]" }]);
      expect(progress).toMatchObject([{ message: "using [NOTES_TOKEN]" }]);
      expect(logged).toContainEqual(expect.objectContaining({ data: { token: "[NOTES_TOKEN]" } }));
      expect(JSON.stringify([log.entries, result, resource, logged])).not.toContain(TOKEN);
    });

    it("reports progress that grows", async () => {
      const { client } = await connect();
      const progress: number[] = [];
      await client.callTool(
        { name: "steps", arguments: { steps: 3 } },
        { onprogress: (one) => progress.push(one.progress) },
      );
      expect(progress.toSorted((one, other) => one - other)).toEqual(progress);
      expect(progress[0]).toBe(1);
    });

    it("asks the user and goes on with the answer", async () => {
      const { client, call } = await connect({ elicitation: {} });
      client.setRequestHandler("elicitation/create", async ({ params }) => {
        expect(params.message).toBe("Sure?");
        return { action: "accept", content: { sure: true } };
      });
      expect(textOf(await call("ask"))).toBe("sure: true");
      client.setRequestHandler("elicitation/create", async () => ({ action: "decline" }));
      expect(textOf(await call("ask"))).toBe("decline");
    });

    it("asks several times in one call, which runs once", async () => {
      const { client, call } = await connect({ elicitation: {} });
      const questions: string[] = [];
      client.setRequestHandler("elicitation/create", async ({ params: { message } }) => {
        questions.push(message);
        if (message.startsWith("Is it")) return { action: "accept", content: { sure: true } };
        return { action: "accept", content: { name: message.startsWith("First") ? "Ada" : "Lovelace" } };
      });
      expect(textOf(await call("ask_often"))).toBe("Ada Lovelace: accept, run 1");
      expect(questions.toSorted()).toEqual(["First name?", "Is it Ada Lovelace?", "Last name?"]);
    });

    it("says that a client cannot ask, and lets a tool go on without", async () => {
      const { call } = await connect();
      expect(textOf(await call("ask"))).toBe("nobody to ask");
      // 2026-07-28 has an error for it; before, the model is the one to know.
      const insisted = await call("insist").catch((error: { readonly code: number }) => error.code);
      expect(typeof insisted === "number" ? insisted : textOf(insisted)).toBe(
        revision === "2026-07-28" ? -32_021 : "insist needs a client that supports elicitation, and this one does not",
      );
    });

    it("reads the client's roots, its name and the metadata of the request", async () => {
      const { client, call } = await connect({ roots: {} });
      client.setRequestHandler("roots/list", async () => ({ roots: [{ uri: "file:///project" }] }));
      expect(textOf(await call("folders"))).toBe("file:///project");
      const { structuredContent } = await client.callTool({ name: "who", _meta: { traceparent: "00-1-2-03" } });
      expect(structuredContent).toMatchObject({ name: "contract", version: "7", revision, trace: "00-1-2-03" });
    });

    it("aborts a call that the client cancels", async () => {
      const { client, logged, whenLogged, updated } = await connect();
      await subscribe(client, "notes://text/stopped");
      const cancelled = new AbortController();
      const call = client.callTool({ name: "wait", _meta: LOG_LEVEL }, { signal: cancelled.signal });
      await whenLogged();
      expect(logged).toContainEqual(expect.objectContaining({ data: "waiting" }));
      cancelled.abort();
      await expect(call).rejects.toThrow();
      expect(await updated()).toBe("notes://text/stopped");
    });

    it("reads resources of every kind, cached until they change", async () => {
      const { client, call } = await connect();
      const read = async (uri: string) => (await client.readResource({ uri }, { cacheMode: "bypass" })).contents;
      await call("nothing");
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(
        expect.arrayContaining(["notes://count", "notes://pixel", "notes://text/first", "tenon://policy"]),
      );
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates).toContainEqual(expect.objectContaining({ uriTemplate: "notes://text/{name}" }));
      const count = [{ uri: "notes://count", mimeType: "application/json", text: '{\n  "reads": 1\n}' }];
      expect(await read("notes://count")).toEqual(count);
      expect(await read("notes://count")).toEqual(count);
      expect(await read("notes://pixel")).toEqual([{ uri: "notes://pixel", mimeType: "image/png", blob: "iVBORw==" }]);
      await call("write", { name: "a b/ü", text: "1" });
      const uri = `notes://text/${encodeURIComponent("a b/ü")}`;
      expect(await read(uri)).toMatchObject([{ text: "1" }]);
      await call("write", { name: "a b/ü", text: "2" });
      expect(await read(uri)).toMatchObject([{ text: "2" }]);
      await expect(read("notes://text/none")).rejects.toThrow("There is no note none");
      await expect(read("notes://nowhere")).rejects.toMatchObject({ code: expect.any(Number) });
      await expect(read("notes://broken")).rejects.toThrow(/^(?!.*inner).*broken failed \(error [0-9a-f]{8}\)/);
    });

    it("notifies subscribers of a resource that has changed, and only them", async () => {
      const { client, call, updated } = await connect();
      await subscribe(client, "notes://text/first");
      await call("write", { name: "second", text: "2" });
      await call("write", { name: "first", text: "2" });
      expect(await updated()).toBe("notes://text/first");
    });

    it("lists, gets and completes prompts", async () => {
      const { client } = await connect();
      const { prompts } = await client.listPrompts();
      expect(prompts).toEqual([
        {
          name: "review",
          title: "Review",
          description: "Reviews a note",
          arguments: [
            { name: "note", description: "Its name", required: true },
            { name: "tone", required: false },
          ],
        },
        { name: "hello" },
      ]);
      expect((await client.getPrompt({ name: "review", arguments: { note: "first" } })).messages).toEqual([
        { role: "user", content: { type: "text", text: "Review first, plainly." } },
        { role: "assistant", content: { type: "image", data: "iVBORw==", mimeType: "image/png" } },
      ]);
      expect((await client.getPrompt({ name: "hello" })).messages).toMatchObject([{ content: { text: "Say hello." } }]);
      await expect(client.getPrompt({ name: "review" })).rejects.toThrow("The prompt review needs note");
      await expect(client.getPrompt({ name: "revue" })).rejects.toThrow("Unknown prompt: revue. Did you mean review?");
      const complete = async (ref: Parameters<Client["complete"]>[0]["ref"], name: string, value: string) =>
        (await client.complete({ ref, argument: { name, value }, context: { arguments: { note: "x" } } })).completion
          .values;
      expect(await complete({ type: "ref/prompt", name: "review" }, "note", "fi")).toEqual(["first"]);
      expect(await complete({ type: "ref/prompt", name: "review" }, "tone", "")).toEqual(["gentle with x"]);
      expect(await complete({ type: "ref/resource", uri: "notes://text/{name}" }, "name", "fi")).toEqual(["first"]);
      expect(await complete({ type: "ref/prompt", name: "hello" }, "none", "")).toEqual([]);
    });

    it("serves skills", async () => {
      const { client } = await connect();
      const skills = new SkillsClient(client);
      const [greet] = (await skills.list()).skills;
      expect(greet).toMatchObject({ frontmatter: { name: "greet", description: "Greets people" } });
    });

    it("shows its policy to hosts", async () => {
      const { client } = await connect();
      const { contents } = await client.readResource({ uri: "tenon://policy" });
      const [policy] = contents;
      expect(policy && "text" in policy && JSON.parse(policy.text)).toEqual({ rules: everything.policy });
    });

    async function connect(capabilities: ClientCapabilities = {}) {
      const log = createLog();
      const { transport, close } = await door.open(everything, { env, log: log.sink });
      const client = new Client(
        { name: "contract", version: "7" },
        { capabilities, versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" } },
      );
      const logged: unknown[] = [];
      const first = Promise.withResolvers<void>();
      client.setNotificationHandler("notifications/message", ({ params }) => {
        logged.push(params);
        first.resolve();
      });
      const updates = Promise.withResolvers<string>();
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => updates.resolve(params.uri));
      await client.connect(transport);
      open.add(async () => {
        await client.close();
        await close();
      });
      const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
      return { client, call, log, logged, whenLogged: () => first.promise, updated: () => updates.promise };
    }

    async function subscribe(client: Client, uri: string): Promise<void> {
      if (revision === "2025-11-25") await client.subscribeResource({ uri });
      else await client.listen({ resourceSubscriptions: [uri] });
    }
  },
);

// In 2026-07-28 a request says which messages it wants.
const LOG_LEVEL = { "io.modelcontextprotocol/logLevel": "debug" };

function textOf({ content }: { readonly content: readonly ContentBlock[] }): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
