/**
 * How the page bears much, fast, and with a connection that breaks.
 */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { addTurn, say, stream } from "../support/much.ts";
import type { Stage } from "../support/stage.ts";

export function lasting(stage: () => Stage): void {
  describe("Much, fast, and interrupted", () => {
    it("streams 1,000 chunks, and stays at the end", async () => {
      await using scene = await stage().scene({ hasColours: true });
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      say(session, "Here it comes.\n\n");
      await scene.open("/s/s1");
      await page.getByText("Here it comes.").waitFor();
      await stream(session, 1_000);
      session.update({ sessionUpdate: "tool_call", toolCallId: "end", title: "The end" });
      await page.locator("article[data-type=tool-call]").waitFor();
      expect(await distanceFromEnd(page)).toBeLessThan(2);
      const text = await page.locator("article[data-type=agent-message]").textContent();
      expect(text).toContain("chunk 999");
    });

    it("does not move what is read while more is written below, and shows that there is more", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      for (let index = 0; index < 60; index += 1) addTurn(session, index);
      await scene.open("/s/s1");
      await page.getByText("Answer 59").waitFor();
      await page.getByText("Question 30", { exact: true }).waitFor({ state: "detached" });
      await page.getByTestId("timeline").hover();
      await page.mouse.wheel(0, -2_500);
      await page.getByText("To the end").waitFor();
      // What is recorded but not read is nothing new.
      session.append({ from: "client", message: { id: 9_000, method: "_tenon/receipts", params: {} } });
      session.change({ title: "Asked about its servers" });
      await page.getByRole("heading", { name: "Asked about its servers" }).waitFor();
      await settled(page);
      expect(await page.getByText("To the end").count()).toBe(1);
      const place = () => page.getByTestId("timeline").evaluate((element) => firstVisible(element));
      await page.evaluate(defineFirstVisible);
      const before = await place();
      await stream(session, 500);
      await page.getByText("New below").waitFor();
      await settled(page);
      expect(await place()).toEqual(before);
      await page.getByText("New below").click();
      await page.getByText("chunk 499 ").waitFor();
      expect(await distanceFromEnd(page)).toBeLessThan(2);
      // At the end it stays there too when there is less room: a long prompt, a phone's keyboard.
      await page.getByLabel("Message", { exact: true }).fill("A line\n".repeat(9));
      expect(await distanceFromEnd(page)).toBeLessThan(2);
      await page.setViewportSize({ width: 1280, height: 500 });
      expect(await distanceFromEnd(page)).toBeLessThan(2);
      expect(await page.getByText("To the end").count()).toBe(0);
    });

    it("scrolls through 2,000 entries, rendering only visible rows", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      for (let index = 0; index < 1_000; index += 1) addTurn(session, index);
      await page.goto(gateway.address);
      await page.getByRole("button", { name: "New session" }).waitFor();
      await page.getByRole("navigation").getByText("Untitled session").click();
      await page.getByText("Answer 999").waitFor();
      await page.getByTestId("timeline").hover();
      for (let step = 0; step < 20; step += 1) {
        await page.mouse.wheel(0, step % 4 === 3 ? 1_200 : -2_400);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      }
      expect(await page.getByRole("article").count()).toBeLessThan(60);
      await settled(page);
      await page.keyboard.press("g");
      await page.getByText("Question 0", { exact: true }).waitFor();
      expect(await page.getByRole("article").first().getAttribute("aria-setsize")).toBe("2000");
    });

    it("opens a long session at its end, and reads the rest when it is scrolled or jumped to, in place", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.hasCheckpoints = true;
      const session = gateway.add({ id: "s1" });
      session.update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "Left open" });
      for (let index = 0; index < 1_500; index += 1) {
        addTurn(session, index);
        if (index === 40) say(session, "A mortise is a hole.");
        // Folded calls: their rows are lower than they are taken for until they are measured.
        const calls = index > 1_350 && index % 10 === 5 ? 6 : 0;
        for (let call = 0; call < calls; call += 1) {
          const toolCallId = `${index} ${call}`;
          session.update({ sessionUpdate: "tool_call", toolCallId, title: "Read", status: "completed" });
        }
      }
      // The part before is held back until the place was looked at.
      const isLookedAt = Promise.withResolvers<void>();
      await page.route("**/records?*", async (route) => {
        await isLookedAt.promise;
        await route.continue();
      });
      await scene.open("/s/s1");
      await page.getByText("Answer 1499").waitFor();
      expect(await distanceFromEnd(page)).toBeLessThan(2);
      await settled(page);
      const parts = () => gateway.apiCalls.filter(({ call }) => call === "GET /api/sessions/s1/records").length;
      const [first, ofAll] = [page.getByRole("article").first(), () => first.getAttribute("aria-setsize")];
      expect([parts(), await ofAll()]).toEqual([0, "-1"]);
      const asked = page.waitForRequest("**/records?*");
      await page.getByTestId("timeline").hover();
      while ((await page.getByText("Loading earlier entries…").isVisible()) && !(await atTop(page))) {
        await page.mouse.wheel(0, -1_500);
        await settled(page);
      }
      await asked;
      const words =
        (await page
          .getByText(/^Question \d+$/u)
          .first()
          .textContent()) ?? "";
      const top = async () => Math.round((await page.getByText(words, { exact: true }).boundingBox())?.y ?? 0);
      const before = await top();
      isLookedAt.resolve();
      await expect.poll(() => atTop(page)).toBe(false);
      await settled(page);
      expect(Math.abs((await top()) - before)).toBeLessThan(2);
      // A search result in what has not been read.
      await page.keyboard.press("Control+f");
      await page.getByLabel("Find in this session").fill("mortise");
      await page.locator("article[data-shown]").getByText("A mortise is a hole.").waitFor();
      await page.keyboard.press("Escape");
      await page.getByTestId("timeline").focus();
      await page.keyboard.press("g");
      await page.getByRole("article", { name: "Tool call: Left open, failed" }).waitFor();
      await expect.poll(ofAll).toBe("3092");
      expect(await first.getAttribute("aria-posinset")).toBe("1");
      // What comes late for an entry of an earlier part changes it there.
      session.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed" });
      await page.getByRole("article", { name: "Tool call: Left open, completed" }).waitFor();
      await page.keyboard.press("G");
      await page.getByText("Answer 1499").waitFor();
    });

    it("loses nothing and shows nothing twice when the connection breaks in the middle of a stream", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      await page.getByText("No messages yet").waitFor();
      await stream(session, 200);
      await page.getByText("chunk 199 ").waitFor();
      gateway.isDown = true;
      gateway.drop();
      await page.getByText("Connection lost").waitFor();
      for (let index = 200; index < 300; index += 1) say(session, `chunk ${index} `);
      gateway.isDown = false;
      await page.getByText("chunk 299 ").waitFor();
      gateway.drop();
      for (let index = 300; index < 400; index += 1) say(session, `chunk ${index} `);
      await page.getByText("chunk 399 ").waitFor();
      await page.getByText("Connection lost").waitFor({ state: "detached" });
      const text = await page.getByRole("article").allTextContents();
      const numbers = [...text.join(" ").matchAll(/chunk (\d+)/gu)].map(([, number]) => Number(number));
      expect(numbers).toEqual(Array.from({ length: 400 }, (_, index) => index));
    });

    it("[M4] reloads a session whose record is shorter than what it shows", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      for (const words of ["One. ", "Two. ", "Lost with the disk."]) say(session, words);
      await scene.open("/s/s1");
      await page.getByText("Lost with the disk.").waitFor();
      gateway.isDown = true;
      gateway.drop();
      say(gateway.add({ id: "s1" }), "Kept.");
      gateway.isDown = false;
      await page.getByText("Kept.").waitFor();
      expect(await page.getByText("Lost with the disk.").count()).toBe(0);
    });

    it("closes its sockets in the back-forward cache, and reopens them on return", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      const resumes = () => gateway.acp.received.filter(({ method }) => method === "session/resume").length;
      await expect.poll(resumes).toBe(1);
      await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
      await expect.poll(() => gateway.connections).toBe(0);
      say(session, "Meanwhile.");
      await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
      await page.getByText("Meanwhile.").waitFor();
      await expect.poll(resumes).toBe(2);
    });

    it("keeps a prompt written without a connection, and sends none twice", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      // The connection goes with the first prompt; the turn it began runs on without a client.
      const end = Promise.withResolvers<string>();
      gateway.acp.onPrompt = () => {
        gateway.drop();
        return end.promise;
      };
      await scene.open("/s/s1");
      const composer = page.getByLabel("Message");
      await composer.fill("Arrived");
      await composer.press("Enter");
      await page.getByRole("article").getByText("Arrived").waitFor();
      await page.getByRole("list", { name: "Queue" }).waitFor({ state: "detached" });
      await composer.fill("Waiting");
      await composer.press("Enter");
      await page.getByRole("list", { name: "Queue" }).getByText("Queued").waitFor();
      gateway.acp.onPrompt = () => "end_turn";
      end.resolve("end_turn");
      await page.getByRole("article").getByText("Waiting").waitFor();
      const prompts = gateway.acp.received.filter(({ method }) => method === "session/prompt");
      expect(prompts).toHaveLength(2);
    });
  });
}

function distanceFromEnd(page: Page): Promise<number> {
  return page.getByTestId("timeline").evaluate(async (element) => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return element.scrollHeight - element.scrollTop - element.clientHeight;
  });
}

function atTop(page: Page): Promise<boolean> {
  return page.getByTestId("timeline").evaluate((element) => element.scrollTop < 100);
}

/** For a while nothing has been scrolled. */
async function settled(page: Page): Promise<void> {
  await page.getByTestId("timeline").evaluate(async (element) => {
    for (let still = 0, before = -1; still < 20; before = element.scrollTop) {
      still = before === element.scrollTop ? still + 1 : 0;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

declare const firstVisible: (element: Element) => { readonly text: string; readonly top: number };

function defineFirstVisible(): void {
  Object.assign(globalThis, {
    firstVisible(element: Element) {
      const edge = element.getBoundingClientRect().top;
      const row = [...element.querySelectorAll("article")]
        .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .find((article) => article.getBoundingClientRect().bottom > edge);
      return { text: row?.textContent?.slice(0, 20), top: Math.round(row?.getBoundingClientRect().top ?? 0) };
    },
  });
}
