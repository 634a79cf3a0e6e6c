/** The cases of our own agent over every transport: minutes of processor time that `npm test` does not need each time. */

import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import all from "../../vitest.config.ts";

export default defineConfig({
  ...all,
  root: fileURLToPath(new URL("../../", import.meta.url)),
  test: { ...all.test, include: ["packages/*/test/**/*.suite.ts"] },
});
