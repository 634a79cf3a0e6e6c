/**
 * The licence texts of everything in a bundle, as one file: MIT, BSD and ISC ask for the text with every copy, Apache-2.0
 * for the licence and the NOTICE file.
 */

import { readFileSync } from "node:fs";

import type { BundledPackage } from "./bundled-packages.ts";
import { copyrightLines } from "./copyright-lines.ts";

const NO_NOTICE_NEEDED = new Set(["0BSD", "CC0-1.0", "Unlicense"]);
const RULE = "-".repeat(80);

export function noticesText(packages: readonly BundledPackage[]): string {
  const lacking = packages.filter((found) => noticeOf(found) === undefined);
  if (lacking.length > 0) {
    const names = lacking.map(({ name, version, license }) => `${name}@${version} (${license || "no licence"})`);
    throw new Error(
      `Bundled without a licence text: ${names.join(", ")}. Add the copyright line to tooling/notices/copyright-lines.ts, or drop the package.`,
    );
  }
  const heading = `This bundle contains code of ${packages.length} packages. Their licences follow.`;
  const parts = packages.map((found) => {
    const { name, version, license, homepage } = found;
    const title = [`${name} ${version} (${license})`, homepage].filter((line) => line !== undefined).join("\n");
    return `${RULE}\n${title}\n\n${noticeOf(found)}`;
  });
  return `${[heading, ...parts].join("\n\n")}\n`;
}

function noticeOf({ name, license, texts }: BundledPackage): string | undefined {
  if (texts.length > 0) return texts.join("\n\n");
  if (NO_NOTICE_NEEDED.has(license)) return `Released under ${license}, which asks for no notice.`;
  const copyright = copyrightLines[name];
  const terms = standardTerms(license);
  return copyright === undefined || terms === undefined ? undefined : `${copyright}\n\n${terms}`;
}

function standardTerms(license: string): string | undefined {
  if (license === "MIT") return MIT;
  // Tenon's own licence is the text itself.
  if (license === "Apache-2.0") return readFileSync(new URL("../../LICENSE", import.meta.url), "utf8").trim();
  return undefined;
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
