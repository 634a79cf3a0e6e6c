import { type ClientAnswers, scriptedTerminals } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const GARBAGE: readonly unknown[] = [{}, null, "yes", { outcome: "selected", output: 5, content: [] }];

describe.each(GARBAGE.map((garbage) => [JSON.stringify(garbage), garbage] as const))(
  "[M34] a client that answers %s",
  (_, garbage) => {
    it("to fs/read_text_file fails the call with a message", async () => {
      const call = { name: "read_file", args: { path: "/no/such/file.txt" } };
      const words = await wordsAfter(call, { "fs/read_text_file": () => garbage });
      expect(words).toContain("answer to fs/read_text_file is malformed: content must be a string");
    });

    it("to session/request_permission allows nothing, and the call fails with a message", async () => {
      const call = { name: "run_command", args: { command: "true" } };
      const words = await wordsAfter(call, { "session/request_permission": () => garbage });
      expect(words).toContain("answer to session/request_permission is malformed: outcome must be");
    });

    it("to terminal/create fails the call with a message", async () => {
      const call = { name: "run_command", args: { command: "true" } };
      const words = await wordsAfter(call, { "terminal/create": () => garbage });
      expect(words).toContain("answer to terminal/create is malformed: terminalId must be");
    });

    it("to terminal/output leaves the output unknown, and the terminal is released", async () => {
      const call = { name: "run_command", args: { command: "true" } };
      const words = await wordsAfter(call, { "terminal/output": () => garbage }, ["terminal/release"]);
      expect(words).toContain("The editor did not report the output of the command.");
      expect(words).toContain("Exit code 0");
    });

    // An empty object says that the command has ended, and no more.
    it.skipIf(JSON.stringify(garbage).startsWith("{"))(
      "to terminal/wait_for_exit leaves the end unknown, and the terminal is released",
      async () => {
        const call = { name: "run_command", args: { command: "true" } };
        const words = await wordsAfter(call, { "terminal/wait_for_exit": () => garbage }, ["terminal/release"]);
        expect(words).toContain("Its exit status is unknown.");
      },
    );

    it("to elicitation/create cancels the question", async () => {
      const requestedSchema = { type: "object", properties: {} };
      const elicit = { type: "elicit" as const, params: { message: "Who?", requestedSchema } };
      await using server = await stdioServer({ tools: [{ name: "ask", call: [elicit] }] });
      const model = scriptedModel([{ calls: [{ name: "mcp__s__ask" }] }]);
      await using client = await connectAgent({
        model,
        capabilities: { elicitation: { form: {} } },
        answers: { "elicitation/create": () => garbage },
      });
      const sessionId = await client.open({ s: server });
      await client.prompt(sessionId, "go");
      expect((await server.until("client-answer")).answer).toMatchObject({ action: "cancel" });
      expect(client.text(sessionId)).toContain("answer to elicitation/create is malformed");
    });
  },
);

/** All that the client and the model receive about a call, if the client answers like this. */
async function wordsAfter(
  call: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
  answers: ClientAnswers,
  sent: readonly string[] = [],
): Promise<string> {
  const terminals = scriptedTerminals(() => ({ output: "done\n", exitCode: 0 }));
  const model = scriptedModel([{ calls: [call] }]);
  await using client = await connectAgent({
    model,
    capabilities: { terminal: true, fs: { readTextFile: true } },
    answers: { ...terminals.answers, ...answers },
  });
  const sessionId = await client.open();
  await expect(client.prompt(sessionId, "go")).resolves.toEqual({ stopReason: "end_turn" });
  const methods = client.transcript.entries.map(({ text }) => JSON.parse(text).method);
  expect(methods).toEqual(expect.arrayContaining([...sent]));
  return JSON.stringify([client.updates(sessionId), model.requests[1]?.messages]);
}
