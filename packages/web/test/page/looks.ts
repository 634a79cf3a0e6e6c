/**
 * What the page looks like where a reader must tell things apart, and what is the same everywhere.
 */

import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";

import { ASKED, fillWithCalls, permissionQuestion } from "../support/sample-calls.ts";
import { fillWithEverything } from "../support/sample-session.ts";
import { TOOL_METHODS } from "../support/sample-tools.ts";
import type { Stage } from "../support/stage.ts";

export function looks(stage: () => Stage): void {
  describe("Looks", () => {
    it("[H] tells prompts, calls and answers apart, in a font that the page brings along", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      fillWithEverything(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      await page.getByText("On it.").waitFor();
      const look = async (box: Locator) =>
        await box.first().evaluate((element) => {
          const { backgroundColor, borderTopWidth, borderTopStyle } = getComputedStyle(element);
          return { backgroundColor, hasBorder: borderTopStyle !== "none" && borderTopWidth !== "0px" };
        });
      const [prompt, call, answer] = [
        await look(page.locator("article[data-type=user-message] .bg-accent-soft")),
        await look(page.locator("article[data-type=tool-call] .call-card")),
        await look(page.locator("article[data-type=agent-message]")),
      ];
      expect([prompt.hasBorder, call.hasBorder, answer.hasBorder]).toEqual([false, true, false]);
      expect(new Set([prompt, call, answer].map(({ backgroundColor }) => backgroundColor)).size).toBe(3);
      const time = page.locator("article[data-type=user-message] time").first();
      const opacity = () => time.evaluate((element) => getComputedStyle(element).opacity);
      await page.mouse.move(0, 0);
      await expect.poll(opacity).toBe("0");
      await page.locator("article[data-type=user-message]").first().hover();
      await expect.poll(opacity).toBe("1");
      expect(await page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true);
      const loaded = page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").length);
      expect(await loaded).toBeGreaterThan(0);
    });

    it("[H] asks for a permission in one question, with the answers that hold for long behind one button, and the rule behind another", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      fillWithCalls(session);
      const decision = { type: "decision", toolCallId: "ask", effect: "ask", reason: "npm publish asks (your rule 3)" };
      session.append({ from: "tenon", message: decision });
      await scene.open("/s/s1");
      await page.getByText("Waiting for permission.").waitFor();
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/resume")).toBe(true);
      const lasting = ["in this session", "in this folder", "from now on"].map((name) => ({
        optionId: name,
        name: `Allow npm publish ${name}`,
        kind: "allow_always",
      }));
      const options = [
        { optionId: "once", name: "Allow", kind: "allow_once" },
        { optionId: "no", name: "Reject", kind: "reject_once" },
      ];
      const question = { ...permissionQuestion("s1"), toolCall: ASKED, options: [...options, ...lasting] };
      const answer = gateway.acp.ask("session/request_permission", question);
      const card = page.getByRole("region", { name: "Permission for this call" });
      await card.getByText("Run npm publish --access public?").waitFor();
      expect(await card.getByRole("button").allInnerTexts()).toEqual([
        expect.stringContaining("Allow"),
        expect.stringContaining("Reject"),
        "Always…",
      ]);
      const call = page.getByRole("article", { name: "Tool call: Run npm publish" });
      await call.getByText("Policy requires approval").waitFor();
      expect(await call.getByText(decision.reason).count()).toBe(0);
      await call.getByRole("button", { name: "Why" }).click();
      await call.getByText(decision.reason).waitFor();
      await card.getByRole("button", { name: "Always…" }).click();
      await card.locator("button:enabled", { hasText: "in this folder" }).click();
      expect(await answer).toEqual({ outcome: { outcome: "selected", optionId: "in this folder" } });
    });

    it("[H] marks all selects, and all that unfolds, in one way", async () => {
      await using scene = await stage().scene({ viewport: { width: 1400, height: 1200 } });
      const { page, gateway } = scene;
      gateway.acp.extensions = TOOL_METHODS;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      await page.getByLabel("Include the tools of github").waitFor();
      await page.keyboard.press("n");
      await page
        .getByRole("dialog")
        .getByLabel(/^Agent/u)
        .waitFor();
      const selects = await page
        .locator("select")
        .evaluateAll((all) =>
          all.map((select) => [
            getComputedStyle(select).appearance,
            select.parentElement?.querySelectorAll("svg").length,
          ]),
        );
      expect(selects.length).toBeGreaterThan(3);
      expect(selects).toEqual(selects.map(() => ["none", 1]));
      fillWithEverything(gateway.add({ id: "s2" }));
      await page.goto(`${gateway.url}/s/s2`);
      await page.locator("summary").first().waitFor();
      const markers = await page
        .locator("summary")
        .evaluateAll((all) => all.map((summary) => getComputedStyle(summary).listStyleType));
      expect(markers.length).toBeGreaterThan(0);
      expect(markers).toEqual(markers.map(() => "none"));
    });

    it("[H] has one panel width, which is dragged or set by key, and kept", async () => {
      await using scene = await stage().scene({ viewport: { width: 1400, height: 900 } });
      const { page, gateway } = scene;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      const panel = page.getByRole("complementary", { name: "Panel" });
      const handle = page.getByRole("separator", { name: "Width of the panel" });
      const width = () => panel.evaluate((element) => Math.round(element.getBoundingClientRect().width));
      await handle.waitFor();
      const before = await width();
      const box = await handle.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 4, 300);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) - 96, 300);
      await page.mouse.up();
      await expect.poll(width).toBeGreaterThan(before + 80);
      await handle.press("ArrowRight");
      const set = await width();
      expect(set).toBeLessThan(before + 100);
      await page.getByRole("tab", { name: "Wire" }).click();
      expect(await width()).toBe(set);
      await page.reload();
      await handle.waitFor();
      expect(await width()).toBe(set);
    });
  });
}
