import { openMemoryJournal } from "@tenon/journal";
import { describe, expect, it } from "vitest";

import { openModels } from "../../src/model/open-models.ts";
import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const place = { cwd: "/", mcpServers: [] };
const unstable = true;

/** Each conversation is held against the SDK's unstable schema when its client is disposed of. */
describe("what the protocol calls unstable", () => {
  it("[R36] does not exist without the flag: neither advertised, nor answered, nor ignored", async () => {
    await using client = await connectAgent();
    const { agentCapabilities } = client.initialized;
    expect(Object.keys(agentCapabilities?.sessionCapabilities ?? {}).toSorted()).toEqual([
      "additionalDirectories",
      "close",
      "delete",
      "list",
      "resume",
    ]);
    expect(agentCapabilities?.auth).toEqual({ logout: {} });
    const sessionId = await client.open();
    for (const method of [
      "session/set_title",
      "session/status",
      "session/archive",
      "session/unarchive",
      "auth/status",
    ]) {
      await expect(client.request(method, { sessionId, title: "T" })).rejects.toMatchObject({ code: -32_601 });
    }
    const systemPrompt = { mode: "append", content: [{ type: "text", text: "Be kind." }] };
    await expect(client.request("session/new", { ...place, systemPrompt })).rejects.toMatchObject({ code: -32_602 });
    expect(await client.prompt(sessionId, "hello")).toEqual({ stopReason: "end_turn" });
    const { sessions } = await client.request<{ sessions: object[] }>("session/list", { archived: "only" });
    expect(sessions.map((session) => Object.keys(session))).toEqual([["sessionId", "cwd", "title", "updatedAt"]]);
  });

  it("is advertised with the flag", async () => {
    await using client = await connectAgent({ unstable });
    expect(client.initialized.agentCapabilities).toMatchObject({
      sessionCapabilities: { title: {}, status: {}, archive: {}, systemPrompt: { mode: { override: {} } }, fork: {} },
      auth: { status: {} },
    });
  });
});

describe("session/set_title", () => {
  it("keeps the title, reports it, and the first prompt does not replace it, also after a restart", async () => {
    const journal = openMemoryJournal();
    const services = { openJournal: async () => ({ ...journal, close: async () => {} }) };
    const sessionId = await (async () => {
      await using client = await connectAgent({ unstable, services });
      const sessionId = await client.open();
      const title = "  My \u{202e}own\n title ";
      expect(await client.request("session/set_title", { sessionId, title })).toEqual({ title: "My own title" });
      expect(await client.until(({ sessionUpdate }) => sessionUpdate === "session_info_update")).toMatchObject({
        title: "My own title",
      });
      await client.request("session/close", { sessionId });
      return sessionId;
    })();
    await using client = await connectAgent({ unstable, services });
    await client.request("session/resume", { ...place, sessionId });
    await client.prompt(sessionId, "Something else");
    const listed = async () => (await client.request("session/list", {})).sessions[0]?.title;
    expect(await listed()).toBe("My own title");
    await client.request("session/close", { sessionId });
    expect(await client.request("session/set_title", { sessionId, title: "Closed" })).toEqual({ title: "Closed" });
    expect(await listed()).toBe("Closed");
  });

  it.each(["", "  ", "\u{200b}", null, undefined, 7])("refuses %j", async (title) => {
    await using client = await connectAgent({ unstable });
    const sessionId = await client.open();
    const asked = client.request("session/set_title", { sessionId, title });
    await expect(asked).rejects.toMatchObject({ code: -32_602, data: { path: "title" } });
  });
});

it("session/status says whether a session is in memory, and changes nothing", async () => {
  await using client = await connectAgent({ unstable });
  const sessionId = await client.open();
  const status = () => client.request("session/status", { sessionId });
  expect(await status()).toEqual({ status: "open" });
  await client.request("session/close", { sessionId });
  expect(await status()).toEqual({ status: "saved" });
  expect(await status()).toEqual({ status: "saved" });
  await client.request("session/resume", { ...place, sessionId });
  expect(await status()).toEqual({ status: "open" });
});

describe("session/archive", () => {
  it("cancels the turn, hides the session from the list, and is taken back by session/unarchive", async () => {
    const model = scriptedModel([{ text: "Let me", hangs: true }]);
    await using client = await connectAgent({ unstable, model });
    const [sessionId, other] = [await client.open(), await client.open()];
    const turn = client.prompt(sessionId, "hello");
    await client.until((update) => JSON.stringify(update).includes("Let me"));
    expect(await client.request("session/archive", { sessionId })).toEqual({});
    await expect(turn).resolves.toMatchObject({ stopReason: "cancelled" });
    expect(await client.request("session/archive", { sessionId })).toEqual({});
    const listed = async (archived?: string) => {
      const { sessions } = await client.request<{ sessions: { sessionId: string; archived: boolean }[] }>(
        "session/list",
        archived === undefined ? {} : { archived },
      );
      return Object.fromEntries(sessions.map((session) => [session.sessionId, session.archived]));
    };
    expect(await listed()).toEqual({ [other]: false });
    expect(await listed("exclude")).toEqual({ [other]: false });
    expect(await listed("only")).toEqual({ [sessionId]: true });
    expect(await listed("include")).toEqual({ [sessionId]: true, [other]: false });
    await expect(listed("some")).rejects.toMatchObject({ code: -32_602 });
    await client.request("session/unarchive", { sessionId });
    expect(await listed()).toEqual({ [sessionId]: false, [other]: false });
    await client.request("session/load", { ...place, sessionId });
  });
});

it.each(["session/set_title", "session/status", "session/archive", "session/unarchive"])(
  "[R60] %s answers -32002 for an unknown session",
  async (method) => {
    await using client = await connectAgent({ unstable });
    await client.open();
    const asked = client.request(method, { sessionId: "unknown", title: "T" });
    await expect(asked).rejects.toMatchObject({ code: -32_002, data: { sessionId: "unknown" } });
  },
);

it("a prompt is answered with what its turn has used, and not the turns before it", async () => {
  const usage = { input: 100, output: 7, thought: 3, cachedRead: 80 };
  const calls = [{ name: "update_plan", args: { entries: [] } }];
  const model = scriptedModel([
    { text: "One.", usage },
    { calls, usage },
    { text: "Two.", usage },
  ]);
  await using client = await connectAgent({ unstable, model });
  const sessionId = await client.open();
  const used = { totalTokens: 107, inputTokens: 100, outputTokens: 7, thoughtTokens: 3, cachedReadTokens: 80 };
  expect(await client.prompt(sessionId, "one")).toEqual({ stopReason: "end_turn", usage: used });
  expect(await client.prompt(sessionId, "two")).toMatchObject({ usage: { totalTokens: 214, inputTokens: 200 } });
});

describe("a client's system prompt", () => {
  const text = (text: string) => ({ type: "text", text });

  it("stands beside ours, or instead of it", async () => {
    const model = scriptedModel([]);
    await using client = await connectAgent({ unstable, model });
    for (const mode of ["append", "override"]) {
      const systemPrompt = { mode, content: [text("Be kind."), text("Be brief.")] };
      const { sessionId } = await client.request<{ sessionId: string }>("session/new", { ...place, systemPrompt });
      await client.prompt(sessionId, "hello");
      const system = model.requests.at(-1)?.system ?? [];
      expect(system).toContain("Be kind.\n\nBe brief.");
      expect(system.some((part) => part.startsWith("You are Tenon"))).toBe(mode === "append");
      expect(system.some((part) => part.includes("The working folder is /"))).toBe(true);
    }
  });

  it.each([
    ["a mode that there is not", { mode: "prepend", content: [text("x")] }],
    ["a picture", { mode: "append", content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }],
    ["nothing", { mode: "append", content: [] }],
    ["an empty text", { mode: "append", content: [text("")] }],
    ["words alone", "Be kind."],
  ])("is refused with %s, and no session is made", async (_, systemPrompt) => {
    await using client = await connectAgent({ unstable });
    await expect(client.request("session/new", { ...place, systemPrompt })).rejects.toMatchObject({ code: -32_602 });
    expect(await client.request("session/list", {})).toEqual({ sessions: [] });
  });
});

it.each([
  ["rehearsal", {}, "not_required"],
  ["ollama/qwen3-coder", {}, "not_required"],
  ["anthropic/claude-sonnet-5", {}, "unauthenticated"],
  ["anthropic/claude-sonnet-5", { ANTHROPIC_API_KEY: "sk-ant-test" }, "authenticated"],
  ["nonsense", {}, "unknown"],
])("auth/status for %s with %j is %s", async (userModel, env, state) => {
  await using client = await connectAgent({ unstable, models: openModels({ env, userModel }) });
  expect(await client.request("auth/status", {})).toEqual({ state });
});
