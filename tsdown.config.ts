import { copyFileSync, existsSync, readdirSync } from "node:fs";

import { defineConfig } from "tsdown";

import cli from "./packages/cli/package.json" with { type: "json" };
import { lazyValidators } from "./tooling/lazy-validators/plugin.ts";
import { notices } from "./tooling/notices/plugin.ts";

const libraries = readdirSync("packages").filter((room) => room !== "cli" && room !== "web");

export default defineConfig([
  ...libraries.map((room) => ({
    cwd: `packages/${room}`,
    // A program that is started as a process of its own is an entry, like a door.
    entry: ["src/index.ts", "src/*/index.ts", "src/**/*main.ts"],
    dts: true,
    unbundle: true,
    platform: room === "timeline" ? ("neutral" as const) : ("node" as const),
    fixedExtension: false,
    plugins: [notices({ name: `@tenon/${room}`, version: cli.version }).plugin],
    hooks: { "build:done": () => copyFileSync("LICENSE", `packages/${room}/LICENSE`) },
  })),
  {
    // One bundle with a chunk for each command: importing the same modules one by one takes twice as long.
    cwd: "packages/cli",
    entry: "src/main.ts",
    dts: false,
    minify: true,
    platform: "node" as const,
    fixedExtension: false,
    inputOptions: { resolve: { conditionNames: ["tenon:source", "node", "import", "default"] } },
    deps: { alwaysBundle: [/.*/] },
    plugins: [lazyValidators(), notices({ name: cli.name, version: cli.version }).plugin],
    hooks: { "build:done": () => copyFileSync("LICENSE", "packages/cli/LICENSE") },
    // `npm run build` builds the page first.
    copy: ({ outDir }) =>
      existsSync("packages/web/dist") ? [{ from: "../web/dist", to: outDir, rename: "page" }] : [],
  },
]);
