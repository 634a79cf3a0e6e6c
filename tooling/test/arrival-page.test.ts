import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { cases } from "../arrival/cases.ts";
import { unexplained } from "../arrival/explanations.ts";
import { readAllResults, ways } from "../arrival/kept-results.ts";
import { arrivalPage } from "../arrival/page.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/arrival.md", import.meta.url)), "utf8");
const results = await readAllResults();

describe("docs/arrival.md", () => {
  it("is what the kept results say", () => {
    expect(page).toBe(arrivalPage(results));
  });

  it("has at least nine agents", () => {
    expect(results.length).toBeGreaterThanOrEqual(9);
  });

  it("is made from results of rows that exist", () => {
    const known = cases.map(({ name }) => name);
    const kept = results.flatMap((result) => ways.flatMap((way) => Object.keys(result[way])));
    expect(known).toEqual(expect.arrayContaining(kept));
  });

  it("explains every wrapped cell that did not arrive, and no other", () => {
    expect(unexplained(results)).toEqual([]);
  });
});
