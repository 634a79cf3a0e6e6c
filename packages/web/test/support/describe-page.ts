import { afterAll, beforeAll, describe } from "vitest";

import { findChromium } from "./find-chromium.ts";
import { openStage, type Stage } from "./stage.ts";

/** Groups of tests that play on one stage. Skipped, and said so, where there is no browser. */
export async function describePage(what: string, groups: readonly ((stage: () => Stage) => void)[]): Promise<void> {
  const chromium = await findChromium();
  describe.skipIf(chromium === undefined)(`${what} (${chromium ?? "there is no Chromium"})`, () => {
    let stage: Stage | undefined;
    beforeAll(async () => {
      stage = await openStage(chromium ?? "");
    });
    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]();
    });
    for (const group of groups) {
      group(() => {
        if (!stage) throw new Error("The stage is not open.");
        return stage;
      });
    }
  });
}
