import type { Context } from "hono";

import type { HttpEnvironment } from "./http-environment.ts";
import type { PageFiles } from "./page-files.ts";

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
