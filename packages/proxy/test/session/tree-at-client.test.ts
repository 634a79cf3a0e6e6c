import { mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openHub, type OpenSessionHub } from "@tenon/hub";
import { allow, answerFiles, type McpStep } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { openWrapped, type WrappedOptions } from "./open-wrapped.ts";

const AT_CLIENT = { _meta: { tenon: { tree: "client" } } };
const EDITOR = { fs: { readTextFile: true, writeTextFile: true }, session: { notices: {} } };

async function opened(
  cwd: string,
  steps: readonly McpStep[],
  options: WrappedOptions & { files?: Map<string, string> },
) {
  const { files = new Map(), ...rest } = options;
  const folders: string[] = [];
  const openCounted: OpenSessionHub = (hub) => {
    folders.push(hub.cwd ?? "");
    return openHub(hub);
  };
  const wrapped = await openWrapped({
    preset: "claude",
    capabilities: EDITOR,
    openHub: openCounted,
    ...rest,
    script: { turns: [{ steps }] },
    answers: { "session/request_permission": allow, ...answerFiles(files) },
  });
  await wrapped.client.initialize();
  const { sessionId } = await wrapped.client.newSession({
    cwd,
    additionalDirectories: ["/client-only/other"],
    mcpServers: [],
    ...AT_CLIENT,
  });
  await wrapped.client.prompt(sessionId, "go");
  return { wrapped, sessionId, folders, said: wrapped.client.text(sessionId) };
}

const call = (tool: string, args: Readonly<Record<string, unknown>>): McpStep => ({
  type: "mcp",
  server: "tenon",
  tool,
  arguments: args,
});

describe("a session whose folders are on the client's machine", () => {
  it("lends the client's files, and gives the agent an empty folder without its own tools", async () => {
    const cwd = "/client-only/project";
    const files = new Map([[`${cwd}/a.txt`, "of the client\n"]]);
    const steps = [
      call("Read", { file_path: `${cwd}/a.txt` }),
      call("Write", { file_path: "b.txt", content: "new\n" }),
    ];
    const { wrapped, folders, said } = await opened(cwd, steps, { files });
    await using _wrapped = wrapped;
    expect(said).toContain("of the client");
    expect(files.get(`${cwd}/b.txt`)).toBe("new\n");
    const [given] = wrapped.givenToAgent("session/new");
    expect(given).not.toHaveProperty("additionalDirectories");
    expect(await readdir(String(given?.["cwd"]))).toEqual([]);
    expect(folders).toEqual([given?.["cwd"]]);
    const off = ["Read", "Bash", "Grep", "Glob"];
    expect(given?.["_meta"]).toMatchObject({
      claudeCode: { options: { disallowedTools: expect.arrayContaining(off) } },
    });
    expect(wrapped.givenToClient("session/update").map(({ update }) => Object(update).sessionUpdate)).not.toContain(
      "notice",
    );
  });

  it("does not look at the same path of this machine", async () => {
    const cwd = await realpath(await mkdtemp(join(tmpdir(), "tenon-tree-")));
    try {
      await writeFile(join(cwd, "a.txt"), "of the agent's machine");
      const steps = [call("Read", { file_path: "a.txt" }), call("Read", { file_path: "/etc/hostname" })];
      const { wrapped, said } = await opened(cwd, steps, {});
      await using _wrapped = wrapped;
      expect(said).toContain("File does not exist");
      expect(said).toContain("Files of the machine that the agent runs on cannot be reached");
      expect(said).not.toContain("of the agent's machine");
    } finally {
      await rm(cwd, { recursive: true });
    }
  });

  it("fails where the client has no files and no terminals, and does nothing here instead", async () => {
    const steps = [call("Write", { file_path: "b.txt", content: "x" }), call("Bash", { command: "touch made-here" })];
    const { wrapped, said } = await opened("/client-only/project", steps, { capabilities: {} });
    await using _wrapped = wrapped;
    expect(said).toContain("the client has no way to read files");
    expect(said).toContain("the client has no terminals");
  });

  it("says once that the agent's own tools work on another machine, where they cannot be switched off", async () => {
    const { wrapped } = await opened("/client-only/project", [], { preset: "codex" });
    await using _wrapped = wrapped;
    const notices = wrapped
      .givenToClient("session/update")
      .filter(({ update }) => String(Object(update).title).includes("may work on files of another machine"));
    expect(notices).toHaveLength(1);
  });
});
