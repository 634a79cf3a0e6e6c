/**
 * The page for every eye, hand and screen.
 */

import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";

import { faultsInBothThemes } from "../support/faults.ts";
import { fillWithCalls, permissionQuestion } from "../support/sample-calls.ts";
import { fillWithEverything } from "../support/sample-session.ts";
import { TOOL_METHODS } from "../support/sample-tools.ts";
import type { Scene, Stage } from "../support/stage.ts";

export function fitting(stage: () => Stage): void {
  describe("Every eye, hand and screen", () => {
    it("fits a phone: the list is a drawer, and nothing is wider than the screen", async () => {
      await using scene = await stage().scene({ isPhone: true });
      const { page } = await filled(scene);
      expect(await page.getByRole("navigation").count()).toBe(0);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(390);
      // [C20] smaller text would make Safari zoom in.
      const size = await page.getByLabel("Message").evaluate((element) => getComputedStyle(element).fontSize);
      expect(size).toBe("16px");
      // [C21] the mark of a step keeps its shape beside several lines, which the first one has.
      const steps = await page.locator("article[data-type=plan] li").evaluateAll((all) =>
        all.map((step) => {
          const mark = step.firstElementChild?.getBoundingClientRect();
          return { height: step.clientHeight, mark: [mark?.width, mark?.height] };
        }),
      );
      expect(steps.map(({ mark }) => mark)).toEqual([0, 1, 2].map(() => [16, 16]));
      expect(steps[0]?.height).toBeGreaterThan((steps[2]?.height ?? 0) * 1.5);
      // [C20] what is touched is as high as a finger is wide.
      const link = page.getByRole("article").getByRole("button", { name: "Messages" }).first();
      await link.scrollIntoViewIfNeeded();
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(40);
      await page.getByRole("button", { name: "Sessions" }).click();
      await page.getByRole("navigation").getByText("Another").click();
      await page.waitForURL(/\/s\/s3$/u);
      await page.getByRole("navigation").waitFor({ state: "detached" });
      await page.getByRole("heading", { name: "Another" }).waitFor();
    });

    it("follows the system's theme until another is chosen, and keeps that", async () => {
      await using scene = await stage().scene({ colorScheme: "dark" });
      const { page } = await filled(scene);
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await ground();
      await page.emulateMedia({ colorScheme: "light" });
      const light = await ground();
      expect(light).not.toBe(dark);
      // [C24] where the system chooses the colours, states and the open session can still be told apart.
      await page.emulateMedia({ forcedColors: "active" });
      const open = page.locator("nav [aria-current=page]");
      expect(await open.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe("solid");
      const prompt = page.locator("article[data-type=user-message] .bg-accent-soft").first();
      expect(await prompt.evaluate((box) => getComputedStyle(box).borderTopWidth)).toBe("1px");
      const dot = page.locator("nav .tells").first();
      expect(await dot.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe("none");
      await page.emulateMedia({ forcedColors: "none" });
      await page.getByRole("button", { name: "Dark theme" }).click();
      expect(await ground()).toBe(dark);
      await page.reload();
      await page.getByRole("button", { name: "Light theme" }).waitFor();
      expect(await ground()).toBe(dark);
    });

    it("[C25] leaves axe nothing to find in twelve states, light or dark", { timeout: 240_000 }, async () => {
      await using scene = await stage().scene({ viewport: { width: 1400, height: 2400 }, hasColours: true });
      const { page, gateway } = scene;
      gateway.acp.extensions = TOOL_METHODS;
      const found: string[] = [];
      // Where the rest of the page has been looked at before, only in what is new.
      const look = async (state: string, within?: Locator) =>
        void found.push(...(await faultsInBothThemes(page, within)).map((fault) => `${state}: ${fault}`));
      const [panel, dialog] = [page.getByRole("complementary"), page.getByRole("dialog")];
      const press = async (name: string) => await page.getByRole("button", { name }).first().click();

      await page.goto(gateway.url);
      await page.getByLabel("Token").waitFor();
      await look("sign-in");
      fillWithCalls(gateway.add({ id: "s2", title: "Calls" }));
      await filled(scene);
      await page.getByRole("tab", { name: "Tools" }).waitFor();
      await look("a session of everything, and its tools");
      await page.getByRole("tab", { name: "Plan" }).click();
      await look("the plan", panel);
      await page.keyboard.press("Control+f");
      await page.getByLabel("Find in this session").fill("retry");
      await look("the find bar", page.getByRole("search"));
      await page.keyboard.press("Escape");
      await page.getByRole("search").waitFor({ state: "detached" });
      await page.keyboard.press("Tab");
      await page.keyboard.press("n");
      await press("Add a server");
      await look("a new session", dialog);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("listbox", { name: "Found" }).waitFor();
      await look("the palette", dialog);
      await page.keyboard.press("Escape");
      await press("Keyboard shortcuts");
      await look("the keys", dialog);
      await page.keyboard.press("Escape");
      await page.getByRole("navigation").getByText("Calls").click();
      await page.getByText("Run npm publish").first().waitFor();
      await page.getByRole("article").getByRole("button", { name: "github: List issues" }).click();
      await page.locator(".xterm-rows").getByText("1 failed").waitFor();
      await page.locator(".diff-code-insert").first().waitFor();
      void gateway.acp.ask("session/request_permission", permissionQuestion("s2"));
      await page.locator("button:enabled", { hasText: "Allow once" }).first().waitFor();
      await look("calls, and a permission");
      await page.getByRole("tab", { name: "Tools" }).click();
      await page.getByLabel("Search for tools").last().fill("pull requests");
      await page.getByText("Offered: Found (rank 1).").waitFor();
      await press("Attach a server");
      await look("servers and tools", panel);
      await page.getByRole("tab", { name: "Wire" }).click();
      // All rows look alike, and axe takes long for each.
      await page.getByLabel("Search messages").fill("permission");
      await page.getByRole("region", { name: "Messages" }).getByRole("button").last().click();
      await look("the wire", panel);
      await press("Replay");
      await page.getByRole("slider", { name: "Position in the session" }).fill("1");
      await look("a replay", page.getByRole("region", { name: "Replay" }));
      await page.goto(`${gateway.url}/`);
      await page.getByRole("heading", { name: "Tenon" }).waitFor();
      await look("welcome");
      expect(found).toEqual([]);
    });

    it("has a link as its first stop that skips to the composer", async () => {
      await using scene = await stage().scene();
      const { page } = await filled(scene);
      await page.keyboard.press("Tab");
      await page.getByRole("link", { name: "Skip to the message" }).press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("composer");
    });
  });
}

async function filled(scene: Scene): Promise<Scene> {
  fillWithEverything(scene.gateway.add({ id: "s1", title: "Everything" }));
  scene.gateway.add({ id: "s3", title: "Another", updatedAt: 1, state: "waiting" });
  await scene.open("/s/s1");
  await scene.page.getByText("On it.").waitFor();
  return scene;
}
