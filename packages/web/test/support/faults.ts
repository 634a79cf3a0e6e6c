import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type * as axeCore from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds. */
export async function faults(page: Page): Promise<readonly string[]> {
  return await scan(page, {});
}

/** The same in light and in dark. What is not a matter of colour is the same in both, and looked for once. */
export async function faultsInBothThemes(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(colorsSettled);
  const inDark = await scan(page, { runOnly: ["color-contrast", "link-in-text-block"] });
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(colorsSettled);
  return [...(await scan(page, {})), ...inDark.map((fault) => `dark: ${fault}`)];
}

async function scan(page: Page, options: axeCore.RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // Evaluated, not added as a script: the page's policy allows none.
    await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
  }
  const found = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { readonly axe: typeof axeCore };
    const { violations } = await axe.run({ ...given, resultTypes: ["violations"], preload: false, selectors: false });
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
