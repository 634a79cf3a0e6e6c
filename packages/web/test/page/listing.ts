import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { faultsInBothThemes } from "../support/faults.ts";
import type { Stage } from "../support/stage.ts";

const KEY = { name: "KEY", value: "123" };

/** The label of what has the focus. */
async function focused(page: Page): Promise<string | null> {
  return await page.evaluate(() => document.activeElement?.ariaLabel ?? null);
}

export function listing(stage: () => Stage): void {
  describe("The list of sessions", () => {
    it("lists sessions newest first, and updates them live", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const now = Date.now();
      gateway.add({ id: "old", title: "Older", updatedAt: now - 60_000 });
      gateway.add({ id: "new", title: "Newer", updatedAt: now });
      await scene.open();
      const links = page.getByRole("navigation").locator("[data-session]");
      await links.nth(1).waitFor();
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("data-session")))).toEqual([
        "new",
        "old",
      ]);
      gateway.sessions.get("old")?.change({ state: "waiting", title: "Renamed elsewhere", updatedAt: now + 1 });
      await links.first().getByText("Renamed elsewhere").waitFor();
      await links.first().getByText("Waiting for an answer").waitFor({ state: "attached" });
      gateway.add({ id: "third", title: "Made elsewhere", updatedAt: now + 2 });
      await links.nth(2).waitFor();
    });

    it("is searched, filtered and navigated by key", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "a", title: "Parser", cwd: "/home/ada/engine", agent: "tenon", updatedAt: 3 });
      gateway.add({ id: "b", title: "Styles", cwd: "/home/ada/website", agent: "gemini", updatedAt: 2 });
      gateway.add({ id: "c", title: "Printer", cwd: "/home/ada/website", agent: "tenon", updatedAt: 1 });
      await scene.open();
      const links = page.getByRole("navigation").locator("[data-session]");
      await links.nth(2).waitFor();
      await page.getByLabel("Folder").selectOption("/home/ada/website");
      await links.nth(2).waitFor({ state: "detached" });
      await page.getByLabel("Agent", { exact: true }).selectOption("tenon");
      await links.nth(1).waitFor({ state: "detached" });
      expect(await links.textContent()).toContain("Printer");
      await page.getByLabel("Folder").selectOption("");
      await page.getByLabel("Agent", { exact: true }).selectOption("");
      await page.keyboard.press("Escape");
      await page.locator("body").click({ position: { x: 700, y: 780 } });
      await page.keyboard.press("/");
      await page.keyboard.type("p");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${gateway.url}/s/c`);
    });

    it("renames, forks and, once confirmed, deletes", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1", title: "First" });
      await scene.open("/s/s1");
      const act = async (name: string) => {
        await page.getByRole("button", { name: "Session actions" }).click();
        await page.getByRole("menuitem", { name }).click();
      };
      await act("Rename");
      await page.getByLabel("Title").fill("A better name");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "A better name" }).waitFor();
      await act("Fork");
      await page.waitForURL(`${gateway.url}/s/s1-fork`);
      await act("Delete");
      await page.getByRole("button", { name: "Cancel" }).click();
      expect(gateway.sessions.has("s1-fork")).toBe(true);
      await act("Delete");
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.waitForURL(`${gateway.url}/`);
      expect([...gateway.sessions.keys()]).toEqual(["s1"]);
      expect(scene.complaints).toEqual([]);
    });

    it("starts a session with an agent, a folder and servers, and remembers the servers", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      await scene.open();
      await page.getByRole("button", { name: "New session" }).waitFor();
      await page.keyboard.press("n");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/^Mode/u).selectOption("ask");
      expect(await dialog.getByLabel("Folder").inputValue()).toBe("/home/ada/engine");
      await dialog.getByLabel(/^Agent/u).selectOption("gemini");
      expect(await dialog.getByLabel(/^Mode/u).count()).toBe(0);
      await dialog.getByLabel("Folder").fill("/nowhere");
      await page.getByRole("button", { name: "Add a server" }).click();
      // [C6]
      expect(await focused(page)).toBe("Server command or address");
      await page.getByLabel("Server name").fill("files");
      await page.getByLabel("Server command").fill("npx -y server-files '/home/ada/my files'");
      await page.getByRole("button", { name: "Environment or headers of files" }).click();
      await page.getByLabel("Environment", { exact: true }).fill("KEY=123");
      await page.getByRole("button", { name: "Start" }).click();
      await page.getByText("There is no folder /nowhere").waitFor();
      await dialog.getByLabel("Folder").fill("/home/ada/po");
      await dialog.getByRole("option", { name: "/home/ada/postcards" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await dialog.getByLabel("Folder").inputValue()).toBe("/home/ada/poem/");
      // A page that is connecting starts it as soon as it is connected.
      gateway.drop();
      await page.getByRole("button", { name: "Start" }).click();
      await page.waitForURL(/\/s\/session-1$/u);
      // [A2] What is typed next goes into the composer.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("composer");
      expect(gateway.acp.received.find(({ method }) => method === "session/new")?.params).toEqual({
        cwd: "/home/ada/poem",
        mcpServers: [{ name: "files", command: "npx", args: ["-y", "server-files", "/home/ada/my files"], env: [KEY] }],
        _meta: { tenon: { agent: "gemini" } },
      });
      await page.reload();
      await page.getByRole("heading", { name: "Untitled session" }).waitFor();
      await page.keyboard.press("n");
      expect(await page.getByLabel("Server name").inputValue()).toBe("files");
    });

    it("[C16] [C17] [B5] welcomes with the agents of the machine, tries one in one click, and takes a pasted mcp.json", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1", title: "The poem", agent: "gemini", agentTitle: "Gemini CLI", cwd: "/home/ada/poem" });
      const needed = {
        agent: "gemini",
        title: "Gemini CLI",
        methods: [{ id: "key", title: "Use an API key", type: "agent" }],
        advice: "run `gemini` and choose how",
      };
      gateway.acp.newRefusal = {
        code: -32_000,
        message: "Authentication required",
        data: { tenon: { signIn: needed } },
      };
      await scene.open();
      await page.getByRole("link", { name: "The poem" }).first().getByText("poem · Gemini CLI").waitFor();
      await page.getByText("version 0.61.0 · needs sign-in").waitFor();
      await page.getByRole("button", { name: "Try Gemini CLI" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Gemini CLI needs you to sign in.").waitFor();
      const advice = dialog.getByText("On the gateway’s machine: run gemini and choose how.");
      expect(await advice.locator("code").allTextContents()).toEqual(["gemini"]);
      await dialog.getByRole("button", { name: "What to expect" }).click();
      await dialog.getByText("It asks before each tool call.").waitFor();
      await dialog.getByText("To sign in, run gemini and choose how, or set GEMINI_API_KEY.").waitFor();
      expect(await faultsInBothThemes(page, dialog)).toEqual([]);
      await dialog.getByRole("button", { name: "Paste mcp.json" }).click();
      const json = dialog.getByLabel("mcp.json");
      await json.fill("notes");
      await dialog.getByRole("button", { name: "Add these servers" }).click();
      await dialog.getByText("This is not JSON.").waitFor();
      await json.fill(
        '{"mcpServers": {"notes": {"command": "npx", "args": ["-y", "my notes"], "env": {"KEY": "123"}}}}',
      );
      await dialog.getByRole("button", { name: "Add these servers" }).click();
      expect(await dialog.getByLabel("Server command").inputValue()).toBe("npx -y 'my notes'");
      gateway.acp.newRefusal = undefined;
      await dialog.getByRole("button", { name: "Use an API key" }).click();
      await page.waitForURL(/\/s\/session-/u);
      const asked = gateway.acp.received.filter(({ method }) => method === "authenticate" || method === "session/new");
      expect(asked.map(({ params }) => params)).toMatchObject([
        { cwd: "/home/ada/poem", mcpServers: [] },
        { methodId: "key", _meta: { tenon: { agent: "gemini" } } },
        {
          cwd: "/home/ada/poem",
          mcpServers: [{ name: "notes", command: "npx", args: ["-y", "my notes"], env: [KEY] }],
        },
      ]);
    });

    it("says that a session was not found for a malformed id or one like constructor", async () => {
      await using scene = await stage().scene();
      await scene.open();
      // Until the login is answered, another address would ask for the token.
      await scene.page.getByRole("button", { name: /^New/u }).first().waitFor();
      for (const path of ["/s/%E0%A4%A", "/s/__proto__", "/s/constructor"]) {
        await scene.page.goto(`${scene.gateway.url}${path}`);
        await scene.page.getByText("Session not found.").waitFor();
        // [C15]
        expect(await scene.page.getByRole("button", { name: "Session actions" }).count()).toBe(0);
        await scene.page.getByRole("link", { name: "Back to the sessions" }).waitFor();
      }
      expect(scene.complaints).toEqual([]);
    });
  });
}
