/**
 * What a browser has to load before it shows anything.
 */

import { expect, it } from "vitest";

import { buildPage } from "../../../tooling/build-page.ts";
import { firstLoadSize } from "../../../tooling/first-load-size.ts";

const MAX_SCRIPT_KB = 190;

it("loads at most 190 kB of JavaScript, gzipped, before it shows anything", async () => {
  expect((await firstLoadSize(await buildPage())) / 1_000).toBeLessThanOrEqual(MAX_SCRIPT_KB);
});
