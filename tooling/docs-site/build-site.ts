/**
 * The documentation as a site: a folder of static files that needs no server, no network and no account.
 *
 * Ours and not VitePress or Starlight: those bring a second Vite, a framework and some two hundred packages for what
 * marked and shiki, which the page has already, do in three short files.
 */

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { siteContents } from "./contents.ts";
import { escapeHtml, type Highlight, type RenderedPage, renderPage } from "./render-page.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "../..");

export async function buildSite(options: {
  readonly folder: string;
  /** Defaults to none: code is shown as it is. */
  readonly highlight?: Highlight;
}): Promise<readonly RenderedPage[]> {
  const { folder, highlight = plainCode } = options;
  const contents = siteContents(join(ROOT, "docs"));
  const names = contents.flatMap(([, pages]) => pages);
  const pages = await Promise.all(
    names.map(async (name) => renderPage(name, await readFile(join(ROOT, `docs/${name}.md`), "utf8"), highlight)),
  );
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const menu = menuHtml(contents, pages);
  for (const page of pages) await writeFile(join(folder, `${page.name}.html`), pageHtml(page, menu));
  await cp(join(folder, `${names[0]}.html`), join(folder, "index.html"));
  for (const asset of ["style.css", "site.js"]) await cp(join(HERE, asset), join(folder, asset));
  await cp(join(ROOT, "docs/images"), join(folder, "images"), { recursive: true });
  for (const file of new Set(pages.flatMap((page) => page.files))) {
    await mkdir(join(folder, "files", dirname(file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, "files", file));
  }
  // A script and not JSON: a page that was opened as a file may not fetch.
  await writeFile(join(folder, "search-index.js"), `globalThis.searchIndex = ${JSON.stringify(searchIndex(pages))};\n`);
  return pages;
}

/** One entry for each section: page, title of the page, anchor, heading, text. */
function searchIndex(pages: readonly RenderedPage[]) {
  return pages.flatMap(({ name, title, sections }) =>
    sections.map(({ id, heading, text }) => [name, title, id, heading, text.replaceAll(/\s+/g, " ").trim()]),
  );
}

function menuHtml(contents: ReturnType<typeof siteContents>, pages: readonly RenderedPage[]): string {
  const titles = new Map(pages.map(({ name, title }) => [name, title]));
  return contents
    .map(([title, names]) => {
      const items = names.map((name) => `<li><a href="${name}.html">${escapeHtml(titles.get(name) ?? name)}</a></li>`);
      return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join("")}</ul></section>`;
    })
    .join("\n");
}

function pageHtml({ name, title, html }: RenderedPage, menu: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Tenon</title>
<link rel="stylesheet" href="style.css">
<script src="search-index.js" defer></script>
<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="index.html">Tenon</a>
<div class="search"><input type="search" placeholder="Search (press /)" aria-label="Search the documentation" role="combobox" aria-expanded="false" aria-controls="results"><ol id="results" hidden></ol></div>
<button type="button" class="theme" aria-label="Switch between light and dark">◐</button>
<button type="button" class="menu" aria-label="Contents" aria-expanded="false">☰</button>
</header>
<div class="columns">
<nav aria-label="Contents">
${menu.replace(`href="${name}.html"`, `href="${name}.html" aria-current="page"`)}
</nav>
<main id="content">
${html}
</main>
</div>
</body>
</html>
`;
}

function plainCode(code: string): string {
  return `<pre><code>${escapeHtml(code)}</code></pre>\n`;
}
