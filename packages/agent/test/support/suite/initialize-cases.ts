import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ClientAnswers, everyClientCapability } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { scriptedModel } from "../scripted-model.ts";
import type { SuiteStage } from "./suite-stage.ts";

const TERMINAL = ["terminal/create", "terminal/wait_for_exit", "terminal/output", "terminal/release"];

export function initializeCases(stage: SuiteStage): void {
  describe("initialize", () => {
    it("[R29] [R30] [Y-01] answers with its own version, whatever the client speaks", async () => {
      for (const protocolVersion of [1, 2, 0, 65_535]) {
        await using client = await stage.connect();
        await expect(client.initialize({ protocolVersion })).resolves.toMatchObject({ protocolVersion: 1 });
      }
    });

    it("[R28] refuses a version that is no number", async () => {
      await using client = await stage.connect();
      await expect(client.request("initialize", { protocolVersion: "2024-11-05" })).rejects.toMatchObject({
        code: -32602,
      });
    });

    it("[R38] [X-04] takes malformed capabilities for none", async () => {
      await using client = await stage.connect();
      const clientCapabilities = { fs: "yes", terminal: null, session: [] };
      await expect(client.request("initialize", { protocolVersion: 1, clientCapabilities })).resolves.toBeDefined();
    });

    it("[R32] [R33] [R35] [R39] says who it is and what it can do, in the types of the protocol", async () => {
      await using client = await stage.connect();
      await expect(client.initialize()).resolves.toMatchObject({
        agentInfo: { name: "tenon", version: "0.0.0" },
        agentCapabilities: {
          loadSession: true,
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
          auth: { logout: {} },
          _meta: { tenon: expect.anything() },
        },
      });
    });

    it.each([
      ["nothing", {}, []],
      ["nothing, in so many words", { fs: { readTextFile: false, writeTextFile: false }, terminal: false }, []],
      ["null", { fs: null, terminal: null, session: null, elicitation: null, auth: null }, []],
      ["reading alone", { fs: { readTextFile: true } }, ["fs/read_text_file"]],
      ["writing alone", { fs: { writeTextFile: true } }, ["fs/write_text_file"]],
      ["terminals alone", { terminal: true }, TERMINAL],
      ["everything", everyClientCapability, ["fs/read_text_file", "fs/write_text_file", ...TERMINAL]],
    ])(
      "[R34] [R37] [R94] [R99] works with files and commands for a client that can do %s, and asks it nothing else",
      async (_, clientCapabilities, methods) => {
        await using folder = await temporaryFolder();
        await writeFile(join(folder.path, "a.txt"), "one\n");
        const model = scriptedModel([
          { calls: [{ name: "read_file", args: { path: "a.txt" } }] },
          { calls: [{ name: "write_file", args: { path: "a.txt", content: "two\n" } }] },
          { calls: [{ name: "run_command", args: { line: "echo three" } }] },
        ]);
        await using client = await stage.connect({ model, answers: editorIn(folder.path) });
        await client.request("initialize", { protocolVersion: 1, clientCapabilities });
        const { sessionId } = await client.newSession({ cwd: folder.path });
        await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
        const asked = client.transcript
          .messages("agent")
          .flatMap((message) => ("method" in message ? [message.method] : []))
          .filter((method) => method !== "session/update" && method !== "session/request_permission");
        expect(new Set(asked)).toEqual(new Set(methods));
        await expect(readFile(join(folder.path, "a.txt"), "utf8")).resolves.toBe("two\n");
        const done = client.updates(sessionId).filter((update) => "status" in update && update.status === "completed");
        expect(done).toHaveLength(3);
      },
    );

    it("[R36] what is not advertised is refused", async () => {
      await using client = await stage.connect();
      const { agentCapabilities } = await client.initialize();
      expect(agentCapabilities?.sessionCapabilities).not.toHaveProperty("fork");
      const { sessionId } = await client.newSession();
      await expect(client.request("session/fork", { sessionId, cwd: "/", mcpServers: [] })).rejects.toMatchObject({
        code: -32601,
      });
    });
  });
}

/** Files as they are on disk, and a terminal in which every command says "three". */
function editorIn(folder: string): ClientAnswers {
  return {
    "fs/read_text_file": async ({ path }) => ({ content: await readFile(path, "utf8") }),
    "fs/write_text_file": async ({ path, content }) => {
      if (path.startsWith(folder)) await writeFile(path, content);
      return {};
    },
    "terminal/create": () => ({ terminalId: "t" }),
    "terminal/wait_for_exit": () => ({ exitCode: 0 }),
    "terminal/output": () => ({ output: "three\n", truncated: false }),
    "terminal/release": () => ({}),
  };
}

async function temporaryFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-capable-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
