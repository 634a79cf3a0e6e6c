import { readdirSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

const packages = new URL("../..", import.meta.url);
const files = ["timeline/src/", "basis/src/"].flatMap((folder) =>
  readdirSync(new URL(folder, packages), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("node"))
    .map((name) => folder + name),
);

it.each(files)("%s needs nothing of Node.js, and no package but the basis", (file) => {
  const text = readFileSync(new URL(file, packages), "utf8");
  const imports = [...text.matchAll(/^(?:import|export)(?<words>[^;]*?)from "(?<target>[^"]+)"/gms)];
  const foreign = imports.flatMap(({ groups = {} }) =>
    /^\.{1,2}\/|^@tenon\/basis$/.test(groups["target"] ?? "") || groups["words"]?.startsWith(" type ")
      ? []
      : groups["target"],
  );
  expect(foreign).toEqual([]);
  expect(text).not.toMatch(/\b(?:process|Buffer|require|globalThis)\b[.([]/);
});
