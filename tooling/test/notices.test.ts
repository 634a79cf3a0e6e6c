import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { bundledPackages, type BundledPackage } from "../notices/bundled-packages.ts";
import { noticesText } from "../notices/notices-text.ts";
import { sbom } from "../notices/sbom.ts";

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));

const bundled = (fields: Partial<BundledPackage>): BundledPackage => ({
  name: "some-package",
  version: "1.2.3",
  license: "MIT",
  homepage: undefined,
  texts: ["Copyright (c) Some Author"],
  ...fields,
});

it("[H9] finds the packages of a bundle by its modules, each once, with their licence files", () => {
  const found = bundledPackages([
    `${modules}zod/v4/index.js`,
    `${modules}zod/v4/core/index.js?commonjs-entry`,
    `\0${modules}@hono/node-server/dist/index.mjs`,
    "\0rolldown/runtime.js",
    "/home/me/tenon/packages/hub/src/hub.ts",
  ]);
  expect(found.map(({ name }) => name)).toEqual(["@hono/node-server", "zod"]);
  for (const { version, license, texts } of found) {
    expect(version).toMatch(/^\d/);
    expect(license).toBe("MIT");
    expect(texts.join()).toContain("Permission is hereby granted");
  }
});

it("[H9] lists the compiler's helpers, which are in no folder", () => {
  const [found] = bundledPackages(["\0@oxc-project+runtime@0.155.0/helpers/esm/usingCtx.js"]);
  expect(found).toMatchObject({ name: "@oxc-project/runtime", version: "0.155.0" });
  expect(noticesText([found ?? bundled({})])).toContain("VoidZero");
});

it("[H9] refuses a package without a licence text, and names it", () => {
  expect(() => noticesText([bundled({}), bundled({ name: "nameless", texts: [] })])).toThrow(
    /nameless@1\.2\.3 \(MIT\).*copyright-lines\.ts/,
  );
});

it("[H9] writes the standard text for a known author who ships none, and none where none is due", () => {
  expect(noticesText([bundled({ name: "@cfworker/json-schema", texts: [] })])).toMatch(
    /Jeremy Danyow\n\nPermission is hereby granted/,
  );
  expect(noticesText([bundled({ license: "Unlicense", texts: [] })])).toContain("asks for no notice");
});

it("[H9] writes an SBOM with a package URL and a licence for each package", () => {
  const list = sbom({ name: "tenon", version: "0.1.0" }, [
    bundled({ name: "@scope/one", homepage: "https://example.com" }),
    bundled({ license: "(MIT OR Apache-2.0)" }),
  ]);
  expect(list).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
  expect(list.components.map(({ purl, licenses }) => [purl, licenses])).toEqual([
    ["pkg:npm/%40scope/one@1.2.3", [{ license: { id: "MIT" } }]],
    ["pkg:npm/some-package@1.2.3", [{ expression: "(MIT OR Apache-2.0)" }]],
  ]);
  expect(list.dependencies).toEqual([
    { ref: "pkg:npm/tenon@0.1.0", dependsOn: ["pkg:npm/%40scope/one@1.2.3", "pkg:npm/some-package@1.2.3"] },
  ]);
});
