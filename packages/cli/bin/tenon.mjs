#!/usr/bin/env node
// Starts Tenon: from its sources in a clone, from its bundle when installed.

import { endWithLauncher, isNewEnough, OLDEST, OLDEST_FOR_SOURCES, runNode } from "./find-node.mjs";

const source = new URL("../src/main.ts", import.meta.url);
// Importing Node's modules takes longer, and all of the streams of node:fs; a Node.js too old for this is too old for us.
const isClone = process.getBuiltinModule?.("node:fs").existsSync(source) ?? true;
const oldest = isClone ? OLDEST_FOR_SOURCES : OLDEST;

if (!isNewEnough(oldest)) {
  const { fileURLToPath } = await import("node:url");
  await runNode([fileURLToPath(import.meta.url), ...process.argv.slice(2)], oldest, { endsWithUs: true });
} else {
  globalThis[Symbol.for("tenon.isLaunched")] = await endWithLauncher(); // for `src/commands/agent/early.ts`
  const { join } = process.getBuiltinModule("node:path");
  const { homedir } = process.getBuiltinModule("node:os");
  // Node's own default is a folder in /tmp, where another user could plant code for us to run.
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const compiled = process.env.NODE_COMPILE_CACHE || join(caches, "tenon", "compiled");
  if (isClone) {
    const module = process.getBuiltinModule("node:module");
    module.enableCompileCache(compiled);
    module.registerHooks({
      resolve: (specifier, context, next) =>
        next(specifier, { ...context, conditions: [...context.conditions, "tenon:source"] }),
    });
    await import(source.href);
  } else {
    const { openBundle } = await import("./load-bundle.mjs");
    const bundle = openBundle(join(import.meta.dirname, "../dist"), compiled);
    process.once("exit", bundle.keepCompiled);
    globalThis[Symbol.for("tenon.keepCompiled")] = bundle.keepCompiled;
    bundle.load("main.js");
  }
}
