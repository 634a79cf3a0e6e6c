/**
 * Serves the built page as the gateway does: hashed files for ever, the page itself under every address of its own.
 */

import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** As strict as the gateway's. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join("; ");

export async function servePageFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const isFile = extname(path) !== "";
  const file = join(folder, isFile ? normalize(path) : "index.html");
  try {
    const body = await readFile(file);
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "cache-control": isFile ? "public, max-age=31536000, immutable" : "no-store",
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}
