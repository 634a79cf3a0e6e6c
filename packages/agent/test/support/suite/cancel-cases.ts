import { setImmediate } from "node:timers/promises";

import { type Model, rehearsalModel } from "@tenon/agent";
import { allowAfterCancel, calls, hesitate, neverAnswer, type ScriptedClient } from "@tenon/testkit/acp";
import { startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { scriptedModel } from "../scripted-model.ts";
import { acp, echoServer, slowServer } from "./suite-servers.ts";
import type { SuiteStage } from "./suite-stage.ts";

export function cancelCases(stage: SuiteStage): void {
  describe("cancelling", () => {
    it("[R68] [R117] ends a turn inside a hanging tool as cancelled, and tells the server", async () => {
      await using server = await slowServer();
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("slow", server)] });
      const prompt = client.prompt(sessionId, "wait");
      await server.until("call-start");
      await client.cancel(sessionId);
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      await server.until("call-cancel");
      expect(client.updates(sessionId).at(-1)).toMatchObject({ status: "failed" });
    });

    it.each([
      ["answers the permission with cancelled", hesitate],
      ["never answers the permission", neverAnswer],
    ])("[R71] [D-04] ends a turn that waits for a client who %s", async (_, answer) => {
      await using server = await echoServer();
      await using client = await stage.initialized({ answers: { "session/request_permission": answer } });
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", server)] });
      const prompt = client.prompt(sessionId, 'echo text="hello"');
      await client.transcript.when(calls("session/request_permission"));
      await client.cancel(sessionId);
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      expect((await server.recorded()).filter(({ type }) => type === "call-start")).toEqual([]);
    });

    it("[R73] does nothing on an idle or unknown session, and the next prompt works", async () => {
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession();
      await client.cancel(sessionId);
      await client.cancel("nobody");
      await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    });

    describe.each([
      ["session/cancel", (client: ScriptedClient, sessionId: string) => client.cancel(sessionId)],
      ["$/cancel_request", cancelPrompt],
    ])("by %s", (_, cancel) => {
      it("[R68] [R69] [R70] [R74] [R153] [R155] [C-03] [C-08] ends a model that thinks, and keeps what it wrote", async () => {
        const model = scriptedModel([{ text: "Let me", hangs: true }]);
        await using client = await stage.initialized({ model });
        const { sessionId } = await client.newSession();
        const prompt = client.prompt(sessionId, "hello");
        await client.transcript.when(({ text }) => text.includes("Let me"));
        await cancel(client, sessionId);
        await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
        const seen = client.updates(sessionId).length;
        await expect(client.prompt(sessionId, "go on")).resolves.toEqual({ stopReason: "end_turn" });
        // Nothing more of the cancelled turn: all that came is the next answer.
        expect(saidIn(client.updates(sessionId).slice(seen))).toEqual(["Done."]);
        expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
      });

      it("[R68] [R69] [C-03] ends a model that does not listen, and nothing of it comes after the answer", async () => {
        const model: Model = {
          ...rehearsalModel(),
          async *answer() {
            for (let word = 0; ; word += 1) {
              yield { type: "text-delta", text: `word ${word} ` };
              await setImmediate();
            }
          },
        };
        await using client = await stage.initialized({ model });
        const { sessionId } = await client.newSession();
        const prompt = client.prompt(sessionId, "hello");
        await client.transcript.when(({ text }) => text.includes("word 0"));
        await cancel(client, sessionId);
        await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
        // Whatever was still on its way is here by the time that the next request is answered.
        await client.request("session/list", {});
        const entries = client.transcript.entries.filter(({ from }) => from === "agent");
        const answered = entries.findLastIndex(({ text }) => text.includes('"stopReason"'));
        expect(saidIn(client.updates(sessionId)).length).toBeGreaterThan(0);
        expect(entries.slice(answered + 1).filter(calls("session/update"))).toEqual([]);
      });

      it("[R68] [R117] [R154] [C-03] [AB-01] ends calls that run side by side, each as failed, and tells their server", async () => {
        const call = [{ type: "wait-for-cancel" as const }];
        await using server = await startHttpServer({ tools: [{ name: "wait", call }] });
        const wait = { name: "mcp__web__wait" };
        const model = scriptedModel([{ calls: [wait, wait, wait] }]);
        await using client = await stage.initialized({ model });
        const mcpServers = [{ type: "http" as const, name: "web", url: server.url, headers: [] }];
        const { sessionId } = await client.newSession({ mcpServers });
        const prompt = client.prompt(sessionId, "wait");
        let begun = 0;
        await server.until("call-start", () => (begun += 1) === 3);
        await cancel(client, sessionId);
        await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
        let told = 0;
        await server.until("call-cancel", () => (told += 1) === 3);
        const ends = client.updates(sessionId).filter((update) => "status" in update && update.status === "failed");
        expect(ends).toHaveLength(3);
        // Once more, after the end.
        await cancel(client, sessionId);
        await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
        expect(JSON.stringify(model.requests[1]?.messages.at(-2))).toContain("Cancelled.");
      });

      it("[R76] [I-01] reaches a prompt that waits for its turn", async () => {
        const model = scriptedModel([{ text: "Let me", hangs: true }]);
        await using client = await stage.initialized({ model });
        const { sessionId } = await client.newSession();
        const first = client.prompt(sessionId, "one");
        await client.transcript.when(({ text }) => text.includes("Let me"));
        const second = client.prompt(sessionId, "two");
        await cancel(client, sessionId);
        await expect(second).resolves.toEqual({ stopReason: "cancelled" });
        await client.cancel(sessionId);
        await expect(first).resolves.toEqual({ stopReason: "cancelled" });
        expect(model.requests).toHaveLength(1);
      });
    });

    const writing = { calls: [{ name: "write_file", args: { path: "/nowhere-1/a", content: "" } }] };

    it("[R89] [D-06] a permission that is given after the cancel counts for nothing", async () => {
      const answers = { "session/request_permission": allowAfterCancel };
      await using client = await stage.initialized({ model: scriptedModel([writing]), answers });
      const { sessionId } = await client.newSession();
      const prompt = client.prompt(sessionId, "write");
      await client.transcript.when(calls("session/request_permission"));
      await client.cancel(sessionId);
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      expect(client.updates(sessionId)).not.toContainEqual(expect.objectContaining({ status: "in_progress" }));
      expect(client.updates(sessionId).at(-1)).toMatchObject({ status: "failed" });
    });

    it("[R156] a question that is not answered is taken back", async () => {
      const answers = { "session/request_permission": neverAnswer };
      await using client = await stage.initialized({ model: scriptedModel([writing]), answers });
      const { sessionId } = await client.newSession();
      const prompt = client.prompt(sessionId, "write");
      const { message: asked } = await client.transcript.when(calls("session/request_permission"));
      await client.cancel(sessionId);
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      const { message: takenBack } = await client.transcript.when(calls("$/cancel_request"));
      expect(takenBack).toMatchObject({ params: { requestId: asked && "id" in asked ? asked.id : undefined } });
    });

    it("[R75] [C-06] a turn that has come to its end is not cancelled by a cancel that comes late", async () => {
      const model = scriptedModel([{ text: "All of it." }]);
      await using client = await stage.initialized({ model });
      const { sessionId } = await client.newSession();
      await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
      await client.cancel(sessionId);
      await expect(client.prompt(sessionId, "again")).resolves.toEqual({ stopReason: "end_turn" });
    });

    it("[R19] [R61] [C-04] leaves other sessions alone, which are served meanwhile", async () => {
      const model = scriptedModel([{ text: "First", hangs: true }, { text: "Second", hangs: true }, { text: "Third" }]);
      await using client = await stage.initialized({ model });
      const sessions = [await client.newSession(), await client.newSession(), await client.newSession()];
      const [first = "", second = "", third = ""] = sessions.map(({ sessionId }) => sessionId);
      const prompts = [];
      for (const [sessionId, word] of [
        [first, "First"],
        [second, "Second"],
      ] as const) {
        prompts.push(client.prompt(sessionId, "hello"));
        await client.transcript.when(({ text }) => text.includes(word));
      }
      await expect(client.prompt(third, "hello")).resolves.toEqual({ stopReason: "end_turn" });
      await client.cancel(first);
      await expect(prompts[0]).resolves.toEqual({ stopReason: "cancelled" });
      await expect(client.request("session/list", {})).resolves.toBeDefined();
      expect([first, second, third].map((id) => client.text(id))).toEqual(["First", "Second", "Third"]);
      await client.cancel(second);
      await expect(prompts[1]).resolves.toEqual({ stopReason: "cancelled" });
    });
  });
}

/** The prompt that was sent last. */
async function cancelPrompt(client: ScriptedClient): Promise<void> {
  const requests = client.transcript.messages("client").filter((each) => "method" in each && "id" in each);
  const last = requests.findLast((each) => "method" in each && each.method === "session/prompt");
  await client.notify("$/cancel_request", { requestId: last && "id" in last ? last.id : undefined });
}

function saidIn(updates: readonly object[]): readonly unknown[] {
  return updates.flatMap((update) => {
    const { sessionUpdate, content } = Object(update);
    return sessionUpdate === "agent_message_chunk" ? [content.text] : [];
  });
}
