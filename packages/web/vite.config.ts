import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

import { notices } from "../../tooling/notices/plugin.ts";
import web from "./package.json" with { type: "json" };

const { plugin, collector } = notices({
  name: web.name,
  version: web.version,
  alsoBundled: [createRequire(import.meta.url).resolve("tailwindcss/index.css")],
});

const gateway = { target: "http://127.0.0.1:7411", changeOrigin: true };

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), tailwindcss(), plugin],
  resolve: { conditions: ["tenon:source", ...defaultClientConditions] },
  build: {
    target: "es2023",
    // The page is served under a policy that allows nothing inline, not even a small picture.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Grammars are large, and loaded when a page shows that language.
    chunkSizeWarningLimit: 1_000,
    // One file, not one for each set of parts that share something: together they are smaller, and they are all loaded anyway.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "page", tags: ["$initial"] }] } } },
  },
  worker: { format: "es", plugins: () => [collector] },
  server: { proxy: { "/api": gateway, "/feed": { ...gateway, ws: true }, "/acp": { ...gateway, ws: true } } },
});
