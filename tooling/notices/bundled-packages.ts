/**
 * The npm packages whose code is in a bundle, found from the modules that went into it: a list of declared
 * dependencies would name packages that were shaken out, and miss those that other packages brought along.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as the package declares it. */
  readonly license: string;
  readonly homepage: string | undefined;
  /** The texts of its licence and notice files; empty if it ships none. */
  readonly texts: readonly string[];
}

const LICENSE_FILE = /^(licen[cs]e|copying|notice|third.?party.?(licen[cs]es|notices))([.-].*)?$/i;

// The compiler's own helpers (for `using`) have no folder: rolldown carries them inside itself.
const COMPILER_HELPER = /^\0@oxc-project\+runtime@([^/]+)\//;

export function bundledPackages(moduleIds: Iterable<string>): BundledPackage[] {
  const packages = new Map<string, BundledPackage>();
  const folders = new Set<string>();
  const add = (found: BundledPackage) => packages.set(`${found.name}@${found.version}`, found);
  for (const id of moduleIds) {
    const [, version] = COMPILER_HELPER.exec(id) ?? [];
    if (version !== undefined) add(compilerHelpers(version));
    const folder = packageFolder(id);
    if (folder !== undefined) folders.add(folder);
  }
  for (const folder of folders) add(readPackage(folder));
  return [...packages.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

function compilerHelpers(version: string): BundledPackage {
  return { name: "@oxc-project/runtime", version, license: "MIT", homepage: "https://oxc.rs", texts: [] };
}

/** The folder of the package that a module belongs to; undefined for our own modules and virtual ones. */
function packageFolder(moduleId: string): string | undefined {
  const path = moduleId.replace(/^\0/, "").replace(/\?.*$/, "");
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@.][^\\/]*(?=[\\/])/.exec(path)?.[0];
}

function readPackage(folder: string): BundledPackage {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!isManifest(manifest)) throw new Error(`${folder}/package.json has no name or no version`);
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  return {
    name: manifest.name,
    version: manifest.version,
    license: typeof manifest.license === "string" ? manifest.license : "",
    homepage: typeof manifest.homepage === "string" ? manifest.homepage : undefined,
    texts: files.toSorted(compare).map((file) => readFileSync(join(folder, file), "utf8").trim()),
  };
}

function isManifest(value: unknown): value is { name: string; version: string; license?: unknown; homepage?: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "version" in value &&
    typeof value.version === "string"
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
