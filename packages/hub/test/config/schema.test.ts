import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { configurationSchema } from "../../src/config/configuration-schema.ts";
import { readConfiguration } from "../../src/config/read-configuration-file.ts";
import { publishedJson } from "./published-schema.ts";
import { withReference } from "./reference-page.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const PUBLISHED = fileURLToPath(new URL("../../tenon.schema.json", import.meta.url));
const PAGE = fileURLToPath(new URL("../../../../docs/configuration.md", import.meta.url));

// When one of the first two fails: node tooling/node.mjs --bin vitest run packages/hub/test/config/schema.test.ts -u
describe("the schema of tenon.json", () => {
  it("is published as it is", async () => {
    await expect(publishedJson(configurationSchema)).toMatchFileSnapshot(PUBLISHED);
  });

  it("is the reference in the documentation", async () => {
    await expect(withReference(await readFile(PAGE, "utf8"))).toMatchFileSnapshot(PAGE);
  });

  it("says of every key what it is for", () => {
    expect(keysWithoutDescription(configurationSchema.properties)).toEqual([]);
    expect(keysWithoutDescription(configurationSchema.$defs.server.properties)).toEqual([]);
  });

  it("has no complaint about any example in the documentation", async () => {
    const page = await readFile(PAGE, "utf8");
    const examples = [...page.matchAll(/^```jsonc?\n(.*?)^```$/gms)].map(([, example = ""]) => example);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(readConfiguration("example.json", example).problems).toEqual([]);
  });
});

function keysWithoutDescription(properties: Readonly<Record<string, { readonly description?: string }>>) {
  return Object.keys(properties).filter((key) => !properties[key]?.description);
}
