/**
 * Finding words: in all sessions, and in the open one.
 */

import { describe, expect, it } from "vitest";

import { addTurn, say } from "../support/much.ts";
import type { Stage } from "../support/stage.ts";

export function finding(stage: () => Stage): void {
  describe("Words", () => {
    it("[B12] are found in the text of all sessions, and the result opens its session there", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const old = gateway.add({ id: "s1", title: "Long ago" });
      say(old, "A mortise is a hole.");
      for (let index = 0; index < 40; index += 1) addTurn(old, index);
      gateway.add({ id: "s2", title: "Today" });
      await scene.open("/s/s2");
      await page.getByLabel("Search sessions").fill("mortise");
      await page.getByRole("heading", { name: "In the text" }).waitFor();
      await page.getByRole("link", { name: /mortise.*Long ago/u }).click();
      await page.getByRole("article").getByText("A mortise is a hole.").waitFor();
      await page.locator("article[data-shown]").getByText("A mortise").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search for anything" }).fill("mortise");
      await page.getByRole("option", { name: /mortise.*Long ago/u }).waitFor();
    });

    it("[C18] find in the palette only what can be done now, with the keys of this system", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      await page.addInitScript('Object.defineProperty(navigator, "platform", { get: () => "MacIntel" })');
      const session = gateway.add({ id: "s1", forkedBy: "nobody" });
      await scene.open("/s/s1");
      await page.getByLabel("Message", { exact: true }).waitFor();
      const search = async (words: string) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search for anything" }).fill(words);
      };
      await search("session");
      await page.getByRole("option", { name: /^Find in this session\s*⌘F$/u }).waitFor();
      await page.keyboard.press("Escape");
      await search("turn");
      await page.getByText("Nothing found.").last().waitFor();
      await page.keyboard.press("Escape");
      // Nor of a session that is not there.
      await page.goto(`${gateway.url}/s/nowhere`);
      await page.getByText("Session not found.").waitFor();
      await search("turn");
      await page.getByText("Nothing found.").last().waitFor();
      await page.goto(`${gateway.url}/s/s1`);
      await page.getByLabel("Message", { exact: true }).waitFor();
      session.change({ state: "running" });
      await search("turn");
      await page.getByRole("option", { name: /^Stop the turn\s*⌘\.$/u }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Session actions" }).last().click();
      const fork = page.getByRole("menuitem", { name: "Fork" });
      expect(await fork.getAttribute("title")).toBe("This agent cannot fork a session");
    });

    it("[B12] are found in the open session with Ctrl-F, also in rows that are not drawn", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      for (let index = 0; index < 60; index += 1) addTurn(session, index);
      await scene.open("/s/s1");
      await page.getByText("Answer 59").waitFor();
      await page.keyboard.press("Control+f");
      await page.getByLabel("Find in this session").fill("Question 3");
      await page.getByText("1 of 11").waitFor();
      await page.getByRole("article").getByText("Question 39", { exact: true }).waitFor();
      await page.keyboard.press("Shift+Enter");
      await page.getByText("11 of 11").waitFor();
      await page.getByRole("article").getByText("Question 3", { exact: true }).waitFor();
      expect(await page.evaluate(() => CSS.highlights.get("found")?.size ?? 0)).toBeGreaterThan(0);
      await page.keyboard.press("Escape");
      expect(await page.getByLabel("Find in this session").count()).toBe(0);
    });

    it("[B13] of a session that waits stand first in the list, and the tab counts them", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1", title: "Asks", state: "waiting", updatedAt: 1 });
      gateway.add({ id: "s2", title: "Newer" });
      await scene.open("/s/s2");
      await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
      expect(await page.getByRole("navigation").locator("[data-session]").first().textContent()).toContain("Asks");
      await expect.poll(() => page.title()).toBe("(1) Newer · Tenon");
      expect(await page.locator("link[rel=icon]").getAttribute("href")).toContain("waiting");
      // While the page is not looked at, a notification says so too, once it is wanted.
      await page.evaluate(stubNotifications);
      await page.getByRole("button", { name: "Notify me" }).click();
      await page.getByRole("button", { name: "Turn notifications off" }).waitFor();
      gateway.sessions.get("s1")?.change({ state: "idle" });
      await expect.poll(() => page.title()).toBe("Newer · Tenon");
      await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "notified"))).toEqual(["Asks: Has finished"]);
    });
  });
}

/** The browser of a test has none to show. */
function stubNotifications(): void {
  const notified: string[] = [];
  class Shown extends EventTarget {
    static requestPermission = () => Promise.resolve("granted");
    constructor(title: string, { body }: { readonly body: string }) {
      super();
      notified.push(`${title}: ${body}`);
    }
  }
  Object.assign(globalThis, { notified, Notification: Shown });
  document.hasFocus = () => false;
}
