import { describe, expect, it } from "vitest";

import type { Stage } from "../support/stage.ts";

export function signingIn(stage: () => Stage): void {
  describe("Signing in", () => {
    it("takes the token out of the address, and stays signed in after a reload", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1", title: "First" });
      await page.goto(gateway.address);
      await page.getByRole("navigation").getByText("First").waitFor();
      expect(page.url()).toBe(`${gateway.url}/`);
      await page.reload();
      await page.getByRole("navigation").getByText("First").waitFor();
      expect(scene.complaints).toEqual([]);
    });

    it("asks for the token when there is none, and again when it is wrong", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      await page.goto(gateway.url);
      await page.getByLabel("Token").fill("not the token");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").getByText("The token is not right.").waitFor();
      await page.getByLabel("Token").fill(gateway.token);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "New session" }).waitFor();
    });

    it("accepts the printed address in a page that is already open", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      await page.goto(gateway.url);
      await page.getByLabel("Token").waitFor();
      await page.goto(`${gateway.url}/#token=wrong`);
      await page.getByRole("alert").getByText("The token is not right.").waitFor();
      await page.goto(gateway.address);
      await page.getByRole("button", { name: "New session" }).waitFor();
      expect(page.url()).toBe(`${gateway.url}/`);
    });

    it("[M1] is signed in in a second tab, but not by the cookie alone", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1", title: "First" });
      await page.goto(gateway.address);
      await page.getByRole("navigation").getByText("First").waitFor();
      const other = await page.context().newPage();
      await other.goto(gateway.url);
      await other.getByRole("navigation").getByText("First").waitFor();
      await other.evaluate(() => localStorage.clear());
      await other.reload();
      await other.getByLabel("Token").waitFor();
    });

    it("returns to the sign-in form after signing out", async () => {
      await using scene = await stage().scene();
      await scene.open();
      await scene.page.getByRole("heading", { name: "Tenon", exact: true }).waitFor();
      await scene.page.keyboard.press("Control+k");
      await scene.page.getByRole("combobox", { name: "Search for anything" }).fill("sign out");
      await scene.page.keyboard.press("Enter");
      await scene.page.getByLabel("Token").waitFor();
    });
  });
}
