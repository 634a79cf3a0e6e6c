/**
 * `npm run docs`: builds the site into dist-docs/, and says where it is.
 */

import { pathToFileURL } from "node:url";

import { createHighlighter } from "shiki";

import { buildSite } from "./build-site.ts";

const FOLDER = "dist-docs";
const LANGUAGES = [
  "bash",
  "json",
  "jsonc",
  "typescript",
  "javascript",
  "lua",
  "nginx",
  "yaml",
  "toml",
  "sql",
  "lisp",
  "diff",
];

using highlighter = await createHighlighter({ themes: ["github-light", "github-dark"], langs: LANGUAGES });
const known = new Set(highlighter.getLoadedLanguages());
const pages = await buildSite({
  folder: FOLDER,
  highlight: (code, language) =>
    highlighter.codeToHtml(code, {
      lang: known.has(language) ? language : "text",
      themes: { light: "github-light", dark: "github-dark" },
      defaultColor: false,
    }),
});
console.log(`${pages.length} pages: ${pathToFileURL(`${FOLDER}/index.html`).href}`);
