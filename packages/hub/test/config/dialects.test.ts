import { describe, expect, it } from "vitest";

import type { ServerEntry } from "../../src/config/configuration-file.ts";
import { loadConfiguration } from "../../src/config/load-configuration.ts";
import type { ServerSpec } from "../../src/server-spec.ts";
import { projectFolder, readySpecs } from "./project-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const dialects: readonly (readonly [what: string, entry: ServerEntry, spec: object])[] = [
  ["Claude Desktop: a command alone", { command: "c" }, { type: "stdio", command: "c", args: [], env: {} }],
  [
    "Claude Code: a typed command",
    { type: "stdio", command: "c", args: ["a"], env: { A: "b" } },
    { type: "stdio", command: "c", args: ["a"], env: { A: "b" } },
  ],
  [
    "Claude Code: http",
    { type: "http", url: "https://x/mcp", headers: { H: "v" } },
    { type: "http", url: "https://x/mcp", headers: { H: "v" } },
  ],
  ["Claude Code: sse", { type: "sse", url: "https://x/sse" }, { type: "sse", url: "https://x/sse", headers: {} }],
  ["Cursor: a url alone", { url: "https://x/mcp" }, { type: "http", url: "https://x/mcp", headers: {} }],
  [
    "the registry: streamable-http",
    { type: "streamable-http", url: "https://x" },
    { type: "http", url: "https://x", headers: {} },
  ],
  [
    "Cline: streamableHttp",
    { type: "streamableHttp", url: "https://x", disabled: false },
    { type: "http", url: "https://x", headers: {} },
  ],
  ["Windsurf: serverUrl", { serverUrl: "https://x" }, { type: "http", url: "https://x", headers: {} }],
  ["Gemini CLI: httpUrl", { httpUrl: "https://x" }, { type: "http", url: "https://x", headers: {} }],
  [
    "Gemini CLI: httpUrl before url",
    { httpUrl: "https://x", url: "https://y" },
    { type: "http", url: "https://x", headers: {} },
  ],
  [
    "type says which of two counts",
    { type: "sse", command: "c", url: "https://x" },
    { type: "sse", url: "https://x", headers: {} },
  ],
  [
    "numbers and switches without quotes",
    { command: "c", args: [8080, true], env: { PORT: 8080, DEBUG: false, NONE: null } },
    { type: "stdio", command: "c", args: ["8080", "true"], env: { PORT: "8080", DEBUG: "false" } },
  ],
  ["enabled", { command: "c", enabled: true }, { type: "stdio", command: "c", args: [], env: {} }],
  [
    "ours",
    {
      command: "c",
      shared: true,
      include: "agent",
      tools: { t: "off" },
      revision: "2025-11-25",
      limits: { startMs: 1, callsAtOnce: 2 },
    },
    {
      type: "stdio",
      command: "c",
      args: [],
      env: {},
      options: {
        shared: true,
        include: "agent",
        tools: { t: "off" },
        revision: "2025-11-25",
        startMs: 1,
        callsAtOnce: 2,
      },
    },
  ],
  [
    "ours: sign-in",
    { url: "https://x", signIn: { clientId: "i", scopes: ["a"], grant: "client_credentials" } },
    {
      type: "http",
      url: "https://x",
      headers: {},
      signIn: { clientId: "i", scopes: ["a"], grant: "client_credentials" },
    },
  ],
];

describe("what people paste", () => {
  it.each(dialects)("reads %s", async (_what, entry, spec) => {
    expect(await specsFrom({ mcpServers: { x: entry } })).toEqual([{ name: "x", source: "user", ...spec }]);
  });

  it("reads VS Code's list of servers, and its own list before that", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": {
        servers: { x: { command: "theirs" }, y: { command: "c" } },
        mcpServers: { x: { command: "ours" } },
      },
    });
    const { servers, problems } = await loadConfiguration(folder.options);
    expect(readySpecs(servers)).toMatchObject([{ name: "x", command: "ours" }, { name: "y" }]);
    expect(problems).toMatchObject([{ level: "warning", code: "overridden", path: "servers.x" }]);
  });

  it.each([{ disabled: true }, { enabled: false }, { disabled: true, enabled: true }])("has %o off", async (off) => {
    await using folder = await projectFolder({
      "user/tenon.json": { mcpServers: { x: off, y: { command: "c", ...off } } },
    });
    const { servers, problems } = await loadConfiguration(folder.options);
    expect(servers).toMatchObject([
      { name: "x", state: "disabled" },
      { name: "y", state: "disabled" },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    [{ command: "c", url: "https://x" }, 'has both a command and a url; set "type" to choose one'],
    [{ type: "stdio", url: "https://x" }, 'is of type "stdio" but has no command'],
    [{ type: "http", command: "c" }, 'is of type "http" but has no url'],
    [{ url: "file:///etc/passwd" }, "has a url that is not an http or https URL"],
    [{ serverUrl: "localhost" }, "has a serverUrl that is not an http or https URL"],
  ])("fails %o alone, with the reason", async (entry, message) => {
    await using folder = await projectFolder({ "user/tenon.json": { mcpServers: { x: entry, y: { command: "c" } } } });
    const { servers, problems } = await loadConfiguration(folder.options);
    expect(servers).toMatchObject([
      { name: "x", state: "failed", reason: `mcpServers.x: ${message}` },
      { name: "y", command: expect.any(String) },
    ]);
    expect(problems).toMatchObject([{ level: "error", code: "invalid", server: "x", line: 1 }]);
  });
});

async function specsFrom(content: unknown): Promise<readonly ServerSpec[]> {
  await using folder = await projectFolder({ "user/tenon.json": content });
  const { servers, problems } = await loadConfiguration(folder.options);
  expect(problems).toEqual([]);
  return readySpecs(servers).map(({ file: _file, ...spec }) => spec);
}
