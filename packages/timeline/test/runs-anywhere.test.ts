import { readdirSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

const source = new URL("../src/", import.meta.url);
const files = readdirSync(source);

it.each(files)("%s needs nothing at run time: no package, and nothing of Node.js", (file) => {
  const text = readFileSync(new URL(file, source), "utf8");
  const imports = [...text.matchAll(/^(?:import|export)(?<words>[^;]*?)from "(?<target>[^"]+)"/gms)];
  const foreign = imports.flatMap(({ groups = {} }) =>
    groups["target"]?.startsWith("./") || groups["words"]?.startsWith(" type ") ? [] : groups["target"],
  );
  expect(foreign).toEqual([]);
  expect(text).not.toMatch(/\b(?:process|Buffer|require|globalThis|setTimeout)\b[.([]/);
});
