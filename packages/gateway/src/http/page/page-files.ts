/**
 * The files of the page, from a folder.
 *
 * What can be asked for is what was in the folder when the server started. No path of a request ever reaches the file
 * system, so there is nothing to climb out of.
 */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import { errorCode } from "@tenon/basis";
import type { Context } from "hono";

import type { HttpEnvironment } from "../api/http-environment.ts";

export interface PageFiles {
  /** Undefined if there is no such file. */
  find(path: string): Promise<PageFile | undefined>;
  /** The page itself. */
  index(): Promise<PageFile>;
}

export interface PageFile {
  readonly content: Uint8Array<ArrayBuffer>;
  /** Absent where it would gain nothing. */
  readonly gzipped?: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content, so it may be cached forever. */
  readonly isImmutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const COMPRESSED: ReadonlySet<string> = new Set([".png", ".woff2", ".ico"]);

/** Without a folder, or without a page in it, there is one page that says so. */
export async function openPageFiles(folder: string | undefined): Promise<PageFiles> {
  const paths = folder === undefined ? [] : await filesIn(folder);
  const names = new Map(
    paths.map((path) => [
      `/${relative(folder ?? "", path)
        .split(sep)
        .join("/")}`,
      path,
    ]),
  );
  const opened = new Map<string, Promise<PageFile>>();
  const index = names.get("/index.html");
  return {
    async find(path) {
      const file = names.get(path);
      return file === undefined ? undefined : await open(file);
    },
    index: () => (index === undefined ? pageFile(".txt", Buffer.from(NOT_BUILT), false) : open(index)),
  };

  function open(file: string): Promise<PageFile> {
    const known = opened.get(file);
    if (known) return known;
    const opening = readFile(file).then((content) => pageFile(extname(file), content, isHashed(file)));
    opened.set(file, opening);
    // The next one tries again.
    opening.catch(() => opened.delete(file));
    return opening;
  }
}

const NOT_BUILT =
  "Tenon is running, and its page has not been built.\n\n" +
  "In a clone, build it with:  npx vite build packages/web\n" +
  "and start `tenon serve` again. Programs can connect meanwhile: ACP is at /acp.\n";

/** As vite names them: `assets/index-BNi4dVm2.js`. */
function isHashed(file: string): boolean {
  return /[/\\]assets[/\\].*-[\w-]{8,}\.\w+$/.test(file);
}

/** Its own walk: the recursion of `readdir` follows links, and a link may lead anywhere. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return await filesIn(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat();
}

async function pageFile(extension: string, content: Buffer, isImmutable: boolean): Promise<PageFile> {
  const gzipped = COMPRESSED.has(extension) ? undefined : await promisify(gzip)(content);
  return {
    content: new Uint8Array(content),
    ...(gzipped && { gzipped: new Uint8Array(gzipped) }),
    type: TYPES[extension] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`,
    isImmutable,
  };
}

/** A file of the page; the page itself for a path that a person opens, because it has its own map of those. */
export async function servePage(context: Context<HttpEnvironment>, page: PageFiles): Promise<Response> {
  const { path } = context.req;
  const isOpened = (context.req.header("Accept") ?? "").includes("text/html");
  const file =
    (path === "/" ? undefined : await page.find(path)) ?? (path === "/" || isOpened ? await page.index() : undefined);
  if (!file) return await context.notFound();
  const headers = {
    "Cache-Control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: file.etag,
    Vary: "Accept-Encoding",
  };
  if (context.req.header("If-None-Match") === file.etag) return context.body(null, 304, headers);
  const isGzip = file.gzipped !== undefined && /\bgzip\b/.test(context.req.header("Accept-Encoding") ?? "");
  return context.body(file.gzipped && isGzip ? file.gzipped : file.content, 200, {
    ...headers,
    "Content-Type": file.type,
    ...(isGzip && { "Content-Encoding": "gzip" }),
  });
}
