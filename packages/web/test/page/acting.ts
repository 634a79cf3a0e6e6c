/**
 * What can be done with one entry.
 */

import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";

import { addTurn } from "../support/much.ts";
import { fillWithCalls } from "../support/sample-calls.ts";
import type { Scene, Stage } from "../support/stage.ts";

export function acting(stage: () => Stage): void {
  describe("An entry", () => {
    it("[B14] is copied, and linked to: the link opens the session at it", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await talked(scene);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const answer = page.getByRole("article").filter({ hasText: "Answer 29" });
      await answer.hover();
      await answer.getByRole("button", { name: "Copy", exact: true }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("Answer 29");
      await page.keyboard.press("g");
      const first = page.getByRole("article").filter({ hasText: "Answer 0" });
      await first.waitFor();
      await choose(first, "Copy link");
      const link = `${gateway.url}/s/s1#at=2`;
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await page.goto("about:blank");
      await page.goto(link);
      await first.waitFor();
      expect(await page.locator("article[data-shown]").textContent()).toContain("Answer 0");
    });

    it("[B14] is copied as what it shows, if it is a call: a terminal, a result, a change", async () => {
      await using scene = await stage().scene({ viewport: { width: 1280, height: 2400 } });
      const { page, gateway } = scene;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      for (const [title, words] of [
        ["npm test", "retry comes back within 50 ms"],
        ["browser: Take a screenshot", "Taken at 1280 × 800."],
        ["Edit src/retry.ts", "await sleep(retryDelay(failures));"],
      ] as const) {
        const call = page.getByRole("article", { name: `Tool call: ${title}` });
        await call.hover();
        await call.getByRole("button", { name: "Copy", exact: true }).click();
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(words);
      }
    });

    it("has its actions beside the status of a call, which stays readable", async () => {
      await using scene = await stage().scene({ viewport: { width: 1280, height: 2400 } });
      const { page, gateway } = scene;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      const call = page.getByRole("article", { name: "Tool call: Edit src/retry.ts" });
      await call.hover();
      const [copy, more, status] = await Promise.all([
        call.getByRole("button", { name: "Copy", exact: true }).boundingBox(),
        call.getByRole("button", { name: "More actions" }).boundingBox(),
        call.getByText("+6").first().boundingBox(),
      ]);
      expect(copy?.x).toBeGreaterThan(0);
      expect((more?.x ?? Infinity) + (more?.width ?? 0)).toBeLessThanOrEqual(status?.x ?? 0);
    });

    it("[B14] has its actions on a phone too, when it is tapped", async () => {
      await using scene = await stage().scene({ isPhone: true });
      const { page } = await talked(scene);
      const answer = page.getByRole("article").filter({ hasText: "Answer 29" });
      const copy = answer.getByRole("button", { name: "Copy", exact: true });
      expect(await copy.isVisible()).toBe(false);
      await answer.getByText("Answer 29").tap();
      await copy.waitFor();
      expect((await copy.boundingBox())?.height).toBeGreaterThanOrEqual(40);
      await answer.getByRole("button", { name: "More actions" }).tap();
      await page.getByRole("menuitem", { name: "Copy link" }).waitFor();
    });

    it("[B14] is sent again, or edited and sent again, if it is a prompt", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await talked(scene);
      const prompt = page.getByRole("article").filter({ hasText: "Question 29" }).first();
      await choose(prompt, "Edit and send again");
      await expect.poll(() => page.getByLabel("Message", { exact: true }).inputValue()).toBe("Question 29");
      await choose(prompt, "Send again");
      await page.getByText("Done.").waitFor();
      const sent = gateway.acp.received.findLast(({ method }) => method === "session/prompt");
      expect(sent?.params?.["prompt"]).toEqual([{ type: "text", text: "Question 29" }]);
    });

    it("[B14] is where a fork begins; that of a prompt has it in its composer", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await talked(scene);
      await choose(page.getByRole("article").filter({ hasText: "Question 29" }).first(), "Fork from here");
      await page.waitForURL(`${gateway.url}/s/s1-fork`);
      await expect.poll(() => page.getByLabel("Message", { exact: true }).inputValue()).toBe("Question 29");
      const forks = gateway.apiCalls.filter(({ call }) => call.endsWith("/fork"));
      expect(forks.map(({ body }) => body)).toEqual([{ at: 29 * 3 }]);
    });
  });
}

async function talked(scene: Scene): Promise<Scene> {
  const session = scene.gateway.add({ id: "s1", title: "Talked" });
  for (let index = 0; index < 30; index += 1) addTurn(session, index);
  await scene.open("/s/s1");
  await scene.page.getByText("Answer 29").waitFor();
  return scene;
}

async function choose(entry: Locator, action: string): Promise<void> {
  await entry.hover();
  await entry.getByRole("button", { name: "More actions" }).click();
  await entry.page().getByRole("menuitem", { name: action, exact: true }).click();
}
