/**
 * The page for every eye, hand and screen.
 */

import { describe, expect, it } from "vitest";

import { faultsInBothThemes } from "../support/faults.ts";
import { fillWithEverything } from "../support/sample-session.ts";
import type { Scene, Stage } from "../support/stage.ts";

export function fitting(stage: () => Stage): void {
  describe("Every eye, hand and screen", () => {
    it("fits a phone: the list is a drawer, and nothing is wider than the screen", async () => {
      await using scene = await stage().scene({ isPhone: true });
      const { page } = await filled(scene);
      expect(await page.getByRole("navigation").count()).toBe(0);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(390);
      await page.getByRole("button", { name: "Sessions" }).click();
      await page.getByRole("navigation").getByText("Another").click();
      await page.waitForURL(/\/s\/s2$/u);
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
      await page.getByRole("button", { name: "Dark theme" }).click();
      expect(await ground()).toBe(dark);
      await page.reload();
      await page.getByRole("button", { name: "Light theme" }).waitFor();
      expect(await ground()).toBe(dark);
    });

    it("has no serious accessibility violation, light or dark", async () => {
      await using scene = await stage().scene({ viewport: { width: 1280, height: 2400 } });
      const { page } = await filled(scene);
      await page.keyboard.press("]");
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.keyboard.press("n");
      await page.getByRole("button", { name: "Add a server" }).click();
      expect(await faultsInBothThemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("listbox", { name: "Found" }).waitFor();
      expect(await faultsInBothThemes(page)).toEqual([]);
    });
  });
}

async function filled(scene: Scene): Promise<Scene> {
  fillWithEverything(scene.gateway.add({ id: "s1", title: "Everything" }));
  scene.gateway.add({ id: "s2", title: "Another", updatedAt: 1, state: "waiting" });
  await scene.open("/s/s1");
  await scene.page.getByText("On it.").waitFor();
  return scene;
}
