import { allow, type Step } from "@tenon/testkit/acp";
import type { ServerScript } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { givenServer, openWrapped, type Wrapped } from "./open-wrapped.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const SCRIPT: ServerScript = {
  tools: [
    { name: "read_file", title: "Read file", call: [{ type: "echo" }] },
    {
      name: "draw",
      call: [
        {
          type: "result",
          result: {
            content: [
              { type: "text", text: "drawn" },
              { type: "image", data: PIXEL, mimeType: "image/png" },
            ],
          },
        },
      ],
    },
    {
      name: "slow",
      call: [
        { type: "progress", times: 2, total: 2, message: "working" },
        { type: "result", result: { content: [{ type: "text", text: "done" }] } },
      ],
    },
  ],
};

async function play(
  steps: readonly Step[],
  look: (wrapped: Wrapped, sessionId: string) => void,
  cwd = "/",
): Promise<void> {
  await using files = await givenServer("files", SCRIPT);
  await using wrapped = await openWrapped({
    preset: "gemini",
    script: { turns: [{ steps }] },
    answers: { "session/request_permission": allow },
  });
  await wrapped.client.initialize();
  const { sessionId } = await wrapped.client.newSession({ cwd, mcpServers: [files.entry] });
  await wrapped.client.prompt(sessionId, "go");
  look(wrapped, sessionId);
}

const updatesOf = ({ client }: Wrapped, sessionId: string) =>
  client.updates(sessionId).filter((update) => "toolCallId" in update);

describe("what people see of a call of the endpoint", () => {
  it("[M27] is its real title, kind and files", async () => {
    const args = { path: "src/a.ts", line: 7 };
    const step: Step = { type: "mcp", server: "tenon", tool: "files__read_file", arguments: args };
    await play(
      [step],
      (wrapped, sessionId) => {
        expect(updatesOf(wrapped, sessionId)[0]).toMatchObject({
          sessionUpdate: "tool_call",
          title: "files: Read file (src/a.ts)",
          kind: "read",
          locations: [{ path: "/project/src/a.ts", line: 7 }],
        });
      },
      "/project",
    );
  });

  it("[WA1] is the tool that is meant, where it is called through call_tool", async () => {
    const args = { name: "files__read_file", arguments: { path: "b.ts" } };
    const indirect: Step = { type: "mcp", server: "tenon", tool: "call_tool", arguments: args, toolCallId: "x" };
    await play([{ type: "mcp", server: "tenon", tool: "files__draw" }, indirect], (wrapped, sessionId) => {
      const meant = { title: "files: Read file (b.ts)", rawInput: { path: "b.ts" } };
      const shown = updatesOf(wrapped, sessionId).find(({ toolCallId }) => toolCallId === "x");
      expect(shown).toMatchObject(meant);
      expect(wrapped.givenToClient("session/request_permission")[1]).toMatchObject({
        toolCall: { toolCallId: "x", ...meant },
      });
    });
  });

  it("[WA9] has the image that the agent leaves out", async () => {
    await play([{ type: "mcp", server: "tenon", tool: "files__draw" }], (wrapped, sessionId) => {
      const [last] = updatesOf(wrapped, sessionId).slice(-1);
      expect(last).toMatchObject({
        status: "completed",
        content: [
          { type: "content", content: { type: "text" } },
          { type: "content", content: { type: "image", data: PIXEL } },
        ],
      });
    });
  });

  it("[W28] has its progress", async () => {
    await play([{ type: "mcp", server: "tenon", tool: "files__slow" }], (wrapped, sessionId) => {
      const texts = updatesOf(wrapped, sessionId).map((update) => JSON.stringify(update));
      expect(texts.some((text) => text.includes("working (2 of 2)"))).toBe(true);
    });
  });

  it("needs no question for finding tools", async () => {
    const find: Step = { type: "mcp", server: "tenon", tool: "find_tools", arguments: { query: "read" } };
    await play([find], (wrapped, sessionId) => {
      expect(wrapped.givenToClient("session/request_permission")).toEqual([]);
      expect(updatesOf(wrapped, sessionId)[0]).toMatchObject({ title: "Find tools", kind: "search" });
    });
  });
});

describe("updates of other tools", () => {
  it("pass as they are", async () => {
    const update = {
      sessionUpdate: "tool_call",
      toolCallId: "x",
      title: "Bash",
      kind: "execute",
      status: "completed",
      content: [],
      rawInput: { command: "ls" },
      future: [1],
    };
    await play([{ type: "update", update }], (wrapped, sessionId) => {
      expect(updatesOf(wrapped, sessionId)).toEqual([update]);
    });
  });

  it("[W27] name a server of the agent's own once", async () => {
    const step: Step = { type: "tool", title: "mcp__own__danger", output: "x" };
    await play([step, step], (wrapped, sessionId) => {
      const notices = wrapped.client.updates(sessionId).filter(({ sessionUpdate }) => sessionUpdate === "notice");
      expect(notices).toMatchObject([{ severity: "info", title: "own is not a server of this session" }]);
    });
  });
});
