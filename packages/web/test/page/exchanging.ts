/**
 * What is said with MCP servers: in the call that it was said for, and between the messages of the wire.
 */

import { describe, expect, it } from "vitest";

import type { FakeSession } from "../support/fake-session.ts";
import { faults } from "../support/faults.ts";
import { text } from "../support/sample-calls.ts";
import type { Stage } from "../support/stage.ts";

export function exchanging(stage: () => Stage): void {
  describe("Messages of servers", () => {
    it("appear in their call, with times, and in the wire view", async () => {
      await using scene = await stage().scene();
      const { page } = scene;
      const session = scene.gateway.add({ id: "s1" });
      fill(session);
      await scene.open("/s/s1");
      const call = page.getByRole("article", { name: "Tool call: files: Count" });
      await call.getByRole("button", { name: "files: Count" }).click();
      const exchange = call.getByRole("region", { name: "MCP exchange" });
      const head = exchange.getByRole("button", { name: "MCP exchange with files 1.3 s" });
      await head.click();
      const steps = exchange.getByRole("listitem").getByRole("button");
      expect((await steps.allInnerTexts()).map((words) => words.split(/\s+/u).slice(1).join(" "))).toEqual([
        "sent tools/call +0 ms",
        "received notifications/progress +800 ms",
        "received tools/call answer +1.3 s",
      ]);
      await steps.last().click();
      await exchange.getByRole("group", { name: "Received tools/call" }).getByText("content").waitFor();
      expect(await faults(page, exchange)).toEqual([]);

      await call.getByRole("button", { name: "Messages" }).click();
      await page.getByText("5 messages").waitFor();
      await page.getByLabel("Search messages").fill("");
      await page.getByLabel("Protocol").selectOption("mcp files");
      await page.getByText("3 messages").waitFor();
      await page.getByLabel("Direction").selectOption("received");
      await page.getByText("2 messages").waitFor();
      await page.getByLabel("Protocol").selectOption({ label: "MCP: git" });
      await page.getByText("0 messages").waitFor();
      session.append({ from: "tenon", message: mcp("git", "received", { id: 1, result: { tools: [] } }) });
      await page.getByText("1 message", { exact: true }).waitFor();
      await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "from a server" }).waitFor();
      expect(scene.complaints).toEqual([]);
    });

    it("appear in the timeline with their answers, a URL only by its host", async () => {
      await using scene = await stage().scene();
      const { page } = scene;
      const session = scene.gateway.add({ id: "s1" });
      const question = (id: number, params: object) =>
        session.append({ from: "agent", message: { id, method: "elicitation/create", params } });
      const answer = (id: number, result: object) => session.append({ from: "client", message: { id, result } });
      const requestedSchema = { type: "object", properties: { size: { type: "string", title: "Size" } } };
      question(1, { sessionId: "s1", mode: "form", message: "shop asks: Which size?", requestedSchema });
      question(2, { mode: "url", message: "Please sign", url: "https://example.com/sign/9f8e", elicitationId: "e" });
      answer(1, { action: "accept", content: { size: "M" } });
      await scene.open("/s/s1");
      const form = page.getByRole("article", { name: "Question, accepted" });
      await form.getByText("shop asks: Which size?").waitFor();
      expect(await form.getByRole("definition").innerText()).toBe("M");
      const sign = page.getByRole("article", { name: "Question, waiting" });
      await sign.getByText("Address: example.com").waitFor();
      expect(await page.getByText("9f8e").count()).toBe(0);
      expect(await faults(page, sign)).toEqual([]);
      answer(2, { action: "decline" });
      await page.getByRole("article", { name: "Question, declined" }).getByText("Declined").waitFor();
    });
  });
}

function fill(session: FakeSession): void {
  const sessionId = session.view.id;
  const begin = Date.now() - 60_000;
  const update = (at: number, fields: object) =>
    session.append({
      from: "agent",
      at: begin + at,
      message: { method: "session/update", params: { sessionId, update: { toolCallId: "call-1", ...fields } } },
    });
  const said = (at: number, ...of: Parameters<typeof mcp>) =>
    session.append({ from: "tenon", at: begin + at, message: mcp(...of) });
  const prompt = { sessionId, prompt: [text("Count the files.")] };
  said(0, "git", "sent", { id: 1, method: "tools/list" });
  session.append({ from: "client", at: begin, message: { id: 2, method: "session/prompt", params: prompt } });
  update(100, { sessionUpdate: "tool_call", title: "files: Count", kind: "other", status: "in_progress" });
  said(200, "files", "sent", { id: 1, method: "tools/call", params: { name: "count" } }, "call-1");
  said(1_000, "files", "received", { method: "notifications/progress", params: { progress: 1 } }, "call-1");
  said(1_500, "files", "received", { id: 1, result: { content: [text("12 files")] } }, "call-1");
  update(1_600, { sessionUpdate: "tool_call_update", status: "completed", content: [] });
  session.append({ from: "agent", at: begin + 1_700, message: { id: 2, result: { stopReason: "end_turn" } } });
}

function mcp(server: string, direction: "sent" | "received", message: object, toolCallId?: string): object {
  return { type: "mcp-message", server, direction, ...(toolCallId !== undefined && { toolCallId }), message };
}
