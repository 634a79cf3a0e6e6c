import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type * as axeCore from "axe-core";
import type { Locator, Page } from "playwright-core";

/** What axe finds in an element; in all of the page by default. */
export async function faults(page: Page, within: Locator = page.locator("html")): Promise<readonly string[]> {
  return await scan(page, within, {});
}

/** The same in light and in dark. What is not a matter of colour is the same in both, and looked for once. */
export async function faultsInBothThemes(
  page: Page,
  within: Locator = page.locator("html"),
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(colorsSettled);
  const inDark = await scan(page, within, { runOnly: ["color-contrast", "link-in-text-block"] });
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(colorsSettled);
  return [...(await scan(page, within, {})), ...inDark.map((fault) => `dark: ${fault}`)];
}

async function scan(page: Page, within: Locator, options: axeCore.RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // Evaluated, not added as a script: the page's policy allows none.
    await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
  }
  const found = await within.evaluate(async (element, given) => {
    const { axe } = globalThis as unknown as { readonly axe: typeof axeCore };
    const options = { ...given, resultTypes: ["violations" as const], preload: false, selectors: false };
    const { violations } = await axe.run(element, options);
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 160)) }));
  }, options);
  return found.map(({ id, where }) => `${id}: ${where.join(" | ")}`);
}

/** A colour on its way from one theme to the other is a colour of neither. */
async function colorsSettled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
}
