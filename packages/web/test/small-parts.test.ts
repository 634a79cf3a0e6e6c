import { describe, expect, it } from "vitest";

import { paletteItems } from "../src/app/page-actions.ts";
import { sessionIdOf, sessionPath } from "../src/shell/session-path.ts";
import { takeToken } from "../src/app/token-from-address.ts";
import { matchCommands } from "../src/composer/match-commands.ts";
import { readMcpJson } from "../src/new-session/read-mcp-json.ts";
import { readServer, readServers } from "../src/new-session/read-server.ts";
import { createFrameBatch } from "../src/open-session/frame-batch.ts";
import { agentName } from "../src/sessions/agent-name.ts";
import { arrangeSessions } from "../src/sessions/arrange-sessions.ts";
import { age } from "../src/ui/words/spoken-time.ts";
import { readSessionView, type SessionView } from "../src/wire/session-view.ts";

describe("The list of sessions", () => {
  const now = new Date(2026, 5, 17, 12);
  const session = (id: string, change: Partial<SessionView>): SessionView => ({
    id,
    title: undefined,
    cwd: "/home/ada/engine",
    agent: "tenon",
    createdAt: 0,
    updatedAt: now.getTime(),
    lastSeq: 0,
    isLive: false,
    state: "idle",
    forkedBy: "gateway",
    waiting: [],
    ...change,
  });
  const sessions = [
    session("a", { title: "Parser", updatedAt: new Date(2026, 5, 17, 9).getTime() }),
    session("b", { title: "Styles", cwd: "/home/ada/website", updatedAt: new Date(2026, 5, 16, 9).getTime() }),
    session("c", { title: "Old", agent: "gemini", updatedAt: new Date(2026, 2, 1).getTime() }),
  ];
  const all = { search: "", folder: "", agent: "", groupBy: "day" } as const;
  const words = (arrangement: Parameters<typeof arrangeSessions>[1]) =>
    arrangeSessions(sessions, arrangement, now).map((item) =>
      item.type === "heading" ? item.label : item.type === "hit" ? item.key : item.session.id,
    );

  it("has headings by day or by folder", () => {
    expect(words(all)).toEqual(["Today", "a", "Yesterday", "b", "March 2026", "c"]);
    expect(words({ ...all, groupBy: "folder" })).toEqual(["engine", "a", "c", "website", "b"]);
  });

  it("is searched by all words, anywhere", () => {
    expect(words({ ...all, search: "engine PARS" })).toEqual(["Today", "a"]);
    expect(words({ ...all, folder: "/home/ada/website" })).toEqual(["Yesterday", "b"]);
    expect(words({ ...all, agent: "gemini", search: "nothing" })).toEqual([]);
  });

  it("reads a session view, and nothing malformed", () => {
    expect(readSessionView({ id: "x", state: "dancing", title: "  " })).toMatchObject({
      state: "idle",
      title: undefined,
    });
    expect(readSessionView({ title: "no id" })).toBeUndefined();
    expect(readSessionView("x")).toBeUndefined();
  });

  it("is found in the palette, with the page's actions", () => {
    const opened: string[] = [];
    const byId = Object.fromEntries(sessions.map((one) => [one.id, one]));
    const actions = [{ key: "new", label: "New session", hint: "", icon: "plus" as const, run: () => {} }];
    const search = (words: string) =>
      paletteItems({ search: words, byId, actions, hits: [], onOpen: (id) => opened.push(id) });
    const found = (words: string) => search(words).map(({ label }) => label);
    search("parser")[0]?.run();
    expect(opened).toEqual(["a"]);
    expect(found("")).toEqual(["Parser", "Styles", "Old", "New session"]);
    expect(found("s")).toEqual(["New session", "Parser", "Styles"]);
    expect(found("web sty")).toEqual(["Styles"]);
  });
});

describe("Servers as they are typed", () => {
  it("are commands, split like a shell does, or URLs", () => {
    const target = `npx -y "my server" 'it is' a\\ b`;
    expect(readServer({ name: "x", target })).toMatchObject({
      command: "npx",
      args: ["-y", "my server", "it is", "a b"],
    });
    expect(readServer({ name: "", target: "/usr/bin/files --root ." })).toEqual({
      name: "files",
      command: "/usr/bin/files",
      args: ["--root", "."],
      env: [],
    });
    expect(readServer({ name: "web", target: "https://example.com/mcp" })).toEqual({
      type: "http",
      name: "web",
      url: "https://example.com/mcp",
      headers: [],
    });
    expect(readServer({ name: "nothing", target: " " })).toBeUndefined();
  });

  it("get secrets as environment variables or headers", () => {
    const secrets = "API_KEY = a=b \n\nno pair\nX-Team: one two";
    const pairs = [
      { name: "API_KEY", value: "a=b" },
      { name: "X-Team", value: "one two" },
    ];
    expect(readServer({ name: "", target: "files", secrets })).toMatchObject({ env: pairs });
    expect(readServer({ name: "", target: "https://example.com/mcp", secrets })).toMatchObject({ headers: pairs });
  });
});

describe("Agents", () => {
  it.each([
    ["gemini", "gemini"],
    ["tenon agent", "tenon agent"],
    ["node --conditions=x /home/ada/agents/poet.mjs --model large", "poet.mjs"],
    ["npx -y @example/agent-of-somebody@latest", "agent-of-somebody@latest"],
    ["/usr/bin/env KEY=1 python3 'my agents/painter.py'", "painter.py"],
    ["/opt/agents/sculptor --acp", "sculptor"],
  ])("started with %s are named %s", (command, name) => {
    expect(agentName(command)).toBe(name);
  });
});

describe("Slash commands", () => {
  const commands = ["compact", "review", "resume-review"].map((name) => ({ name, description: "" }));
  const names = (text: string) => matchCommands(text, commands).map(({ name }) => name);

  it("match the typed text, prefixes first", () => {
    expect(names("/")).toEqual(["compact", "review", "resume-review"]);
    expect(names("/rev")).toEqual(["review", "resume-review"]);
    expect(names("/REV")).toEqual(["review", "resume-review"]);
  });

  it("are not offered for other text", () => {
    expect(names("review")).toEqual([]);
    expect(names("/review the code")).toEqual([]);
    expect(names("see /rev")).toEqual([]);
  });
});

describe("The address", () => {
  it("gives up its token once", () => {
    const replaced: unknown[] = [];
    const window = (hash: string) =>
      ({
        location: { hash, pathname: "/s/1", search: "" },
        history: { state: undefined, replaceState: (...given: unknown[]) => replaced.push(given[2]) },
      }) as unknown as Window;
    expect(takeToken(window("#token=abc"))).toBe("abc");
    expect(replaced).toEqual(["/s/1"]);
    expect(takeToken(window(""))).toBeUndefined();
    expect(takeToken(window("#a-place"))).toBeUndefined();
    expect(replaced).toHaveLength(1);
  });

  it("names a session whatever its id", () => {
    const id = "a/b?c #ü";
    expect(sessionIdOf(sessionPath(id))).toBe(id);
    expect(sessionIdOf("/")).toBeUndefined();
  });
});

it("notifies once a frame", () => {
  const frames: (() => void)[] = [];
  let told = 0;
  const batch = createFrameBatch(() => (told += 1), { request: (run) => frames.push(run), cancel: () => frames.pop() });
  for (let index = 0; index < 100; index += 1) batch.touch();
  expect([frames.length, told]).toEqual([1, 0]);
  frames.shift()?.();
  expect(told).toBe(1);
  batch.touch();
  batch.cancel();
  expect(frames).toEqual([]);
});

it("formats ages", () => {
  const now = new Date(2026, 2, 20).getTime();
  expect([now, now - 300_000, now - 7_200_000, now - 172_800_000].map((at) => age(at, now))).toEqual([
    "now",
    "5m",
    "2h",
    "2d",
  ]);
  expect(age(new Date(2026, 1, 3).getTime(), now)).toBe("Feb 3");
});

describe("Servers for a new session", () => {
  it("[C5] are named after their program, each by a name of its own", () => {
    const typed = ["npx -y @acme/server-notes@2 .", "uvx mcp-notes", "https://docs.example.com/mcp"];
    const servers = readServers(typed.map((target) => ({ name: "", target })));
    expect(servers.map(({ name }) => name)).toEqual(["notes", "notes-2", "docs.example.com"]);
  });

  it.each([
    ["mcpServers", '{"mcpServers": {"n": {"command": "npx", "args": ["-y", "a b"], "env": {"K": "1"}}}}'],
    [
      "servers, with comments",
      '{ // of an editor\n "servers": {"n": {"command": "npx", "args": ["-y", "a b"], "env": {"K": "1"},}} }',
    ],
    ["a bare object", '{"n": {"command": ["npx", "-y", "a b"], "environment": {"K": "1"}}}'],
    ["without braces", '"n": {"command": "npx", "args": ["-y", "a b"], "env": {"K": "1"}}'],
    ["one server", '{"name": "n", "command": "npx", "args": ["-y", "a b"], "env": {"K": "1"}}'],
  ])("[C16] are read from an mcp.json: %s", (_, text) => {
    expect(readMcpJson(text)).toEqual([{ name: "n", target: "npx -y 'a b'", secrets: "K=1", isOn: true }]);
  });

  it("[C16] are read with addresses, headers and whether they are on; what is none is reported", () => {
    const text =
      '{"mcpServers": {"d": {"url": "https://x.example/mcp", "headers": {"A": "b//c"}, "disabled": true}, "e": {}}}';
    expect(readMcpJson(text)).toEqual([
      { name: "d", target: "https://x.example/mcp", secrets: "A: b//c", isOn: false },
    ]);
    expect(readMcpJson('{"mcpServers": {}}')).toMatch(/^No servers found/u);
    expect(readMcpJson("npx server")).toMatch(/^This is not JSON/u);
    const quoted = readMcpJson('{"q": {"command": "sh", "args": ["-c", "echo \'hi\'"]}}');
    expect(typeof quoted === "string" ? quoted : readServer(quoted[0] ?? { name: "", target: "" })).toMatchObject({
      args: ["-c", "echo 'hi'"],
    });
  });
});
