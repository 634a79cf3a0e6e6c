import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { buildSite } from "../docs-site/build-site.ts";
import { siteContents } from "../docs-site/contents.ts";
import type { RenderedPage } from "../docs-site/render-page.ts";

let folder: string;
let pages: readonly RenderedPage[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tenon-docs-"));
  pages = await buildSite({ folder });
});
afterAll(() => rm(folder, { recursive: true }));

it("lists each page of docs/ once", () => {
  const listed = siteContents("docs").flatMap(([, names]) => names);
  const written = readdirSync("docs").flatMap((file) => (file.endsWith(".md") ? [file.replace(/\.md$/, "")] : []));
  expect(listed.toSorted()).toEqual(written.toSorted());
});

it("has a page, a section and a file for every link and picture", () => {
  const ids = new Map(pages.map(({ name, sections }) => [`${name}.html`, new Set(sections.map(({ id }) => id))]));
  const broken = pages.flatMap(({ name, html }) =>
    [...html.matchAll(/(?:href|src)="(?![a-z]+:)([^"]+)"/g)].flatMap(([, link = ""]) => {
      const [path, anchor] = link.split("#");
      const file = path === "" ? `${name}.html` : (path ?? "");
      const isThere = existsSync(join(folder, file)) && (!anchor || ids.get(file)?.has(anchor) === true);
      return isThere ? [] : [`docs/${name}.md: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

it("gives the search the words of each section", () => {
  const sections = pages.find(({ name }) => name === "exit-codes")?.sections ?? [];
  expect(sections[0]?.text).toContain("permission was denied");
});
