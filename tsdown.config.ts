import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig } from "tsdown";

import cli from "./packages/cli/package.json" with { type: "json" };
import { emitDeclarations } from "./tooling/declarations/emit-declarations.ts";
import { lazyValidators } from "./tooling/lazy-validators/plugin.ts";
import { mergeChunks } from "./tooling/merge-chunks.ts";
import { notices } from "./tooling/notices/plugin.ts";
import { plainHeaders } from "./tooling/plain-headers/plugin.ts";
import { wordMasks } from "./tooling/word-masks/plugin.ts";

const libraries = readdirSync("packages").filter((room) => room !== "cli" && room !== "web");

const main = { name: "main", sources: ["cli/src/main.ts"] };
const services = "cli/src/user/agent-services.ts";

/** What the programs that editors start load, and when. `main.ts` has what `tenon agent` needs to answer `initialize`. */
const programs = [
  [
    main,
    { name: "agent", sources: ["cli/src/commands/agent/agent.ts"] },
    { name: "session", sources: ["agent/src/session/agent-sessions.ts", services] },
    // Of the two below, so that neither loads the other.
    { name: "parsing", sources: ["zod/v4/classic/coerce.js", "eventsource-parser/dist/stream.js"] },
    {
      name: "model",
      sources: ["model/answer/answerer.ts", "model/providers/provider-fetch.ts", "provider-utils/dist/index.js"],
    },
    { name: "server", sources: ["hub/src/connection/protocol/handshake.ts"] },
  ],
  [
    main,
    { name: "command-line", sources: ["cli/src/command-line.ts"] },
    // Before the agent is started no more than that takes, and the rest while it starts.
    { name: "wrap", sources: ["commands/wrap/wrap.ts"] },
    { name: "join-stdio", sources: ["commands/wrap/join-stdio.ts"] },
    { name: "user-journal", sources: ["cli/src/user/user-journal.ts"] },
    { name: "tools", sources: [services, "hub/src/endpoint/index.ts", "hub/src/connection/protocol/handshake.ts"] },
  ],
];

export default defineConfig([
  ...libraries.map((room) => ({
    cwd: `packages/${room}`,
    // A program that is started as a process of its own is an entry, like a door.
    entry: ["src/index.ts", "src/*/index.ts", "src/**/*main.ts"],
    dts: { tsgo: { path: fileURLToPath(new URL("tooling/declarations/link.mjs", import.meta.url)) } },
    // A server is started often, and fifty small files take a third of its start.
    unbundle: room !== "toolset" && room !== "basis",
    outputOptions: { chunkFileNames: "[name].js" },
    platform: room === "timeline" ? ("neutral" as const) : ("node" as const),
    fixedExtension: false,
    plugins: [notices({ name: `@tenon/${room}`, version: cli.version }).plugin],
    hooks: {
      "build:prepare": emitDeclarations,
      "build:done": () => copyFileSync("LICENSE", `packages/${room}/LICENSE`),
    },
  })),
  {
    // One bundle with a chunk for each command: importing the same modules one by one takes twice as long.
    cwd: "packages/cli",
    entry: "src/main.ts",
    dts: false,
    platform: "node" as const,
    fixedExtension: false,
    inputOptions: { resolve: { conditionNames: ["tenon:source", "node", "default"] } },
    deps: { alwaysBundle: [/.*/] },
    plugins: [lazyValidators(), plainHeaders(), wordMasks(), notices({ name: cli.name, version: cli.version }).plugin],
    outputOptions: { chunkFileNames: "[name].js" },
    hooks: {
      async "build:done"({ chunks }) {
        copyFileSync("LICENSE", "packages/cli/LICENSE");
        await mergeChunks(chunks, programs);
      },
    },
    // `npm run build` builds the page first.
    copy: ({ outDir }) =>
      existsSync("packages/web/dist") ? [{ from: "../web/dist", to: outDir, rename: "page" }] : [],
  },
]);
