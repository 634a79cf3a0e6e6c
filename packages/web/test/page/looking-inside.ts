/**
 * The panel: servers and tools, the messages of the wire, and the session played again.
 */

import { describe, expect, it } from "vitest";

import { faults } from "../support/faults.ts";
import { TOOL_METHODS } from "../support/sample-tools.ts";
import { fillWithCalls } from "../support/sample-calls.ts";
import type { Scene, Stage } from "../support/stage.ts";

export function lookingInside(stage: () => Stage): void {
  describe("The panel", () => {
    it("shows each server's receipt and its failure, also for an agent without extensions", async () => {
      await using scene = await stage().scene();
      const { page } = await opened(scene, "Tools");
      const github = page.getByRole("listitem", { name: "github" });
      expect(await github.getByRole("list", { name: "Receipt" }).innerText()).toMatch(
        /^declared.*admitted.*started.*listed.*offered.*seen.*called/su,
      );
      await page.getByRole("listitem", { name: "notes" }).getByText("Cannot find module './notes.js'").waitFor();
      await page.getByText("Servers can be changed only while").waitFor();
      expect(await page.getByRole("button", { name: "Sign in" }).count()).toBe(0);
    });

    it("[PC2] says in one line of the timeline why a server failed, and draws a sign-in as no failure", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      const reason = `Could not start "nosuch": no such command on the PATH it was given.\nPATH: ${"/usr/bin:".repeat(70)}`;
      const receipt = (server: string, state: string, rest = {}) =>
        session.append({ from: "tenon", message: { type: "receipt", server, state, at: Date.now(), ...rest } });
      for (const server of ["broken", "locked"]) receipt(server, "declared");
      receipt("broken", "failed", { reason });
      receipt("locked", "needs sign-in", { reason: "It wants a sign-in at example.com" });
      await scene.open("/s/s1");
      const servers = page.getByTestId("timeline").getByRole("list", { name: "Servers" });
      const line = (server: string) => servers.getByRole("listitem").filter({ hasText: server });
      await line("broken").waitFor();
      const [box, list] = [await line("broken").boundingBox(), await servers.boundingBox()];
      expect(box?.height).toBeLessThan(30);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((list?.x ?? 0) + (list?.width ?? 0) + 1);
      const colour = (server: string) =>
        line(server)
          .locator("span[title]")
          .evaluate((words) => getComputedStyle(words).color);
      expect(await colour("broken")).not.toBe(await colour("locked"));
      expect(await line("locked").innerText()).toContain("needs sign-in");
    });

    it("restarts, signs in, detaches, attaches and includes, and finds tools with reasons", async () => {
      await using scene = await stage().scene({ viewport: { width: 1400, height: 1200 } });
      scene.gateway.acp.extensions = TOOL_METHODS;
      const { page, gateway } = await opened(scene, "Tools");
      const sent = (method: string) =>
        gateway.acp.received.filter((message) => message.method === method).map(({ params }) => params);
      const server = (name: string) => page.getByRole("listitem", { name });
      await server("github").getByText("· stdio · from the client").waitFor();
      await page.getByText("saves 18.3K tokens (86%)").waitFor();
      // [C12] what fills the context, by name; of a tool its cost, and a reason only if it is not offered.
      const legend = page.getByRole("region", { name: "Context", exact: true }).getByRole("listitem");
      expect(await legend.allTextContents()).toEqual(["github3.1K", "Conversation45.1K"]);

      await server("linear").getByText("Needs sign-in · linear.app").waitFor();
      await server("linear").getByRole("button", { name: "Sign in" }).click();
      await server("notes").getByRole("button", { name: "Restart" }).click();
      await server("github").getByLabel("Include the tools of github").selectOption("off");
      await page.getByLabel("Search for tools").last().fill("pull requests");
      await page.getByText("Offered: Found (rank 1).").waitFor();
      await page.getByLabel("Include list_pull_requests").selectOption("always");
      await page.getByLabel("Include list_pull_requests").selectOption("");
      await page.getByLabel("Search for tools").last().fill("");
      await server("github").getByRole("button", { name: "26 tools" }).click();
      const own = page.getByRole("list", { name: "Tools of github" });
      await own.getByText("Not offered: Included by hand only, and not chosen.").waitFor();
      const offered = own.getByRole("listitem").filter({ hasText: "List pull requests" });
      await offered.getByText("210", { exact: true }).waitFor();
      expect(await offered.getByText("Found (rank 1)").count()).toBe(0);
      await own.getByLabel("Include create_issue").selectOption("always");
      await page.getByRole("button", { name: "Actions of github" }).click();
      await page.getByRole("menuitem", { name: "Restart" }).waitFor();
      expect(await page.getByRole("menuitem", { name: "Sign in" }).count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Attach a server" }).click();
      // [C6]
      const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      expect(focused).toBe("Server command or address");
      await page.getByLabel("Server name").fill("docs");
      await page.getByLabel("Command or address").fill("https://example.com/mcp");
      await page.getByLabel("Headers").fill("Authorization: Bearer 123");
      await page.getByRole("button", { name: "Attach", exact: true }).click();
      await page.getByRole("button", { name: "Attach a server" }).waitFor();
      await page.getByRole("button", { name: "Actions of notes" }).click();
      await page.getByRole("menuitem", { name: "Detach" }).click();
      await expect.poll(() => sent("_tenon/servers/detach").length).toBe(1);

      expect(sent("_tenon/servers/sign_in")).toEqual([{ sessionId: "s1", server: "linear" }]);
      expect(sent("_tenon/servers/restart")).toEqual([{ sessionId: "s1", server: "notes" }]);
      expect(sent("_tenon/servers/detach")).toEqual([{ sessionId: "s1", server: "notes" }]);
      const attached = { type: "http", name: "docs", url: "https://example.com/mcp", headers: [HEADER] };
      expect(sent("_tenon/servers/attach")).toEqual([{ sessionId: "s1", server: attached }]);
      expect(sent("_tenon/tools/include")).toEqual([
        { sessionId: "s1", server: "github", mode: "off" },
        { sessionId: "s1", server: "github", tool: "list_pull_requests", mode: "always" },
        { sessionId: "s1", server: "github", tool: "list_pull_requests", mode: null },
        { sessionId: "s1", server: "github", tool: "create_issue", mode: "always" },
      ]);
    });

    it("[C12] tries a tool by hand: a form from its schema, the call, its progress, its result, and an end to it", async () => {
      await using scene = await stage().scene({ viewport: { width: 1400, height: 1200 } });
      const methods = { ...TOOL_METHODS, "_tenon/tools/search": () => ({ tools: [TRIED] }) };
      scene.gateway.acp.extensions = methods;
      const { page, gateway } = await opened(scene, "Tools");
      await page.getByRole("button", { name: "26 tools" }).click();
      const tool = page.getByRole("list", { name: "Tools of github" }).getByRole("listitem").last();
      await tool.getByRole("button", { name: "Try" }).click();
      const called = () => gateway.acp.received.filter(({ method }) => method === "_tenon/tools/call");
      await tool.getByLabel("limit").fill("3");
      await tool.getByRole("button", { name: "Call" }).click();
      await tool.getByText("repo is required.").waitFor();
      expect(called()).toEqual([]);
      await tool.getByLabel("repo").fill("ada/engine");
      await tool.getByLabel("state").selectOption("open");
      await tool.getByRole("group", { name: "labels" }).getByLabel("docs").check();
      await tool.getByLabel("filter").fill('{"author": "ada"}');
      await tool.getByRole("button", { name: "Call" }).click();
      await tool.getByText("#42 Back off").waitFor();
      const given = { repo: "ada/engine", limit: 3, state: "open", labels: ["docs"], filter: { author: "ada" } };
      expect(called()[0]?.params).toMatchObject({ tool: "list_pull_requests" });
      // Not the box that was not touched.
      expect(called()[0]?.params?.["arguments"]).toEqual(given);
      await tool.getByLabel("draft").check();
      await tool.getByRole("button", { name: "Call" }).click();
      await expect.poll(() => called()[1]?.params?.["arguments"]).toEqual({ ...given, draft: true });
      await tool.getByText(/^Answered in/u).waitFor();

      const running = Promise.withResolvers<object>();
      gateway.acp.extensions = { ...methods, "_tenon/tools/call": () => running.promise };
      await tool.getByRole("button", { name: "Call" }).click();
      await tool.getByRole("status").waitFor();
      const { callId } = gateway.acp.received.findLast(({ method }) => method === "_tenon/tools/call")?.params ?? {};
      const message = { method: "notifications/progress", params: { progress: 3, total: 10, message: "Indexing" } };
      const said = { type: "mcp-message", server: "github", direction: "received", toolCallId: callId, message };
      gateway.sessions.get("s1")?.append({ from: "tenon", message: said });
      await tool.getByText("Indexing (3 of 10)").waitFor();
      await tool.getByRole("button", { name: "Cancel" }).click();
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "$/cancel_request")).toBe(true);
      running.reject(new Error("Cancelled"));
      await tool.getByText(/^Cancelled after/u).waitFor();
    });

    it("[C13] shows how far a server got as segments, with one line of words", async () => {
      await using scene = await stage().scene();
      const { page } = await opened(scene, "Tools");
      const github = page.getByRole("listitem", { name: "github" });
      await github.getByText(/^called once · ready in/u).waitFor();
      expect(await github.getByRole("list", { name: "Receipt" }).locator(".bg-ok").count()).toBe(7);
      const linear = page.getByRole("listitem", { name: "linear" });
      expect(await linear.getByRole("list", { name: "Receipt" }).locator(".bg-waiting").count()).toBe(1);
    });

    it("lists, filters and exports the wire messages", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await opened(scene, "Wire");
      const messages = page.getByRole("region", { name: "Messages" });
      const row = messages.getByRole("button");
      await page.getByText("32 messages").waitFor();
      // [C10] as wide as the other views.
      const widthOf = () => page.getByRole("complementary", { name: "Panel" }).evaluate((panel) => panel.clientWidth);
      const width = await widthOf();
      await page.getByRole("tab", { name: "Tools" }).click();
      expect(await widthOf()).toBe(width);
      await page.getByRole("tab", { name: "Wire" }).click();
      // [C11] at its end, with titles instead of the ids of calls.
      await messages.getByText("tool_call search: Index the folder").waitFor();
      await expect
        .poll(() => messages.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
        .toBeLessThan(2);
      await page.getByLabel("Direction").selectOption("client");
      await page.getByText("4 messages").waitFor();
      await page.getByLabel("Method").selectOption("terminal/output");
      await page.getByText("1 message", { exact: true }).waitFor();
      await row.click();
      await messages.getByRole("group", { name: "Message" }).getByText("exitCode").waitFor();
      await page.getByLabel("Direction").selectOption("");
      await page.getByLabel("Method").selectOption("");
      await page.getByLabel("Search messages").fill("tool_call_update shot");
      await page.getByText("1 message", { exact: true }).waitFor();
      await page.getByLabel("Search messages").fill("");
      gateway.sessions.get("s1")?.update({ sessionUpdate: "something_new" });
      await page.getByText("33 messages").waitFor();
      const kept = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export as JSON Lines" }).click();
      expect((await kept).suggestedFilename()).toBe("tenon-s1.jsonl");
    });

    it("opens the messages of a call", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      await page.getByRole("article", { name: "npm test" }).getByRole("button", { name: "Messages" }).click();
      await page.getByRole("tab", { name: "Wire", selected: true }).waitFor();
      expect(await page.getByLabel("Search messages").inputValue()).toBe("test");
    });

    it("replays a session step by step, without answering anything", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await opened(scene, "Wire");
      void gateway.acp.ask("session/request_permission", {
        sessionId: "s1",
        toolCall: { toolCallId: "ask" },
        options: [],
      });
      await page.getByRole("button", { name: "Replay" }).click();
      const place = page.getByRole("slider", { name: "Position in the session" });
      const rows = page.getByRole("article");
      // Pauses it: a short session may be over before a slow machine finds the button for that.
      await place.fill("0");
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
      await expect.poll(() => rows.count()).toBe(0);
      await page.getByRole("button", { name: "Step forward" }).click();
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByRole("button", { name: "Step forward" }).click();
      await page.getByText("Make the retries back off.").waitFor();
      await page.getByRole("button", { name: "Step back" }).click();
      await page.getByText("Make the retries back off.").waitFor({ state: "detached" });
      await place.fill("32");
      await page.getByText("Waiting for permission.").waitFor();
      expect(await page.getByRole("region", { name: "Permission for this call" }).count()).toBe(0);
      await page.getByRole("button", { name: "End replay" }).click();
      await page.getByLabel("Message", { exact: true }).waitFor();
    });

    it("does not cover the session in a narrow window, and returns in a wide one", async () => {
      await using scene = await stage().scene();
      const { page } = await opened(scene, "Tools");
      const beside = page.getByRole("complementary", { name: "Panel" });
      await beside.waitFor();
      await page.setViewportSize({ width: 600, height: 800 });
      await beside.waitFor({ state: "detached" });
      expect(await page.getByRole("dialog").count()).toBe(0);
      await page.getByRole("button", { name: "Show panel" }).click();
      await page.getByRole("dialog", { name: "Panel" }).waitFor();
      await page.setViewportSize({ width: 1280, height: 800 });
      await beside.waitFor();
    });

    it("is open where there is room for it, and closed for good only by a click", async () => {
      await using scene = await stage().scene({ viewport: { width: 1100, height: 800 } });
      const { page, gateway } = scene;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      const panel = page.getByRole("complementary", { name: "Panel" });
      await page.getByRole("button", { name: "Show panel" }).waitFor();
      // Something else is kept meanwhile.
      await page.getByRole("button", { name: "Dark theme" }).click();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.reload();
      await panel.waitFor();
      await page.getByRole("button", { name: "Hide panel" }).click();
      await page.reload();
      await page.getByRole("button", { name: "Show panel" }).waitFor();
      expect(await panel.count()).toBe(0);
    });

    it("is a sheet on a phone, and nothing is wider than the screen", async () => {
      await using scene = await stage().scene({ isPhone: true });
      const { page } = await opened(scene, "Tools");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.getByRole("dialog", { name: "Panel" }).getByRole("listitem", { name: "github" }).waitFor();
      await page.getByRole("tab", { name: "Wire" }).click();
      await page.getByText("32 messages").waitFor();
      expect(await faults(page, page.getByRole("dialog", { name: "Panel" }))).toEqual([]);
    });
  });
}

/** A tool with an argument of each kind. */
const TRIED = {
  server: "github",
  tool: "list_pull_requests",
  title: "List pull requests",
  description: "Lists the pull requests of a repository.",
  isOffered: true,
  inputSchema: {
    type: "object",
    properties: {
      repo: { type: "string", description: "Owner and name" },
      limit: { type: "integer" },
      state: { type: "string", enum: ["open", "closed"] },
      labels: { type: "array", items: { type: "string", enum: ["bug", "docs"] } },
      draft: { type: "boolean", description: "Drafts too" },
      filter: { type: "object", description: "More conditions" },
    },
    required: ["repo"],
  },
};

const HEADER = { name: "Authorization", value: "Bearer 123" };

async function opened(scene: Scene, view: string): Promise<Scene> {
  const { page, gateway } = scene;
  fillWithCalls(gateway.add({ id: "s1", title: "Inside" }));
  await scene.open("/s/s1");
  await page.getByText("Run npm publish").waitFor();
  // A wide window shows it from the start.
  const show = page.getByRole("button", { name: "Show panel" });
  if (await show.isVisible()) await show.click();
  await page.getByRole("tab", { name: view }).click();
  return scene;
}
