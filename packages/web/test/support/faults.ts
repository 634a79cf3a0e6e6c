import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type * as axeCore from "axe-core";
import type { Page } from "playwright-core";

/** What a scan for accessibility finds that a person would stumble over. */
export async function faults(page: Page): Promise<readonly string[]> {
  // Evaluated, not added as a script: the page's policy allows none.
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: typeof axeCore };
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes.map(({ html }) => html.slice(0, 160)),
    }));
  });
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, where }) => `${id}: ${where.join(" | ")}`);
}
