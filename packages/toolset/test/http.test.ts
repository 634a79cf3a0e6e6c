import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { defineTool, defineToolset } from "@tenon/toolset";
import { serveHttp } from "@tenon/toolset/node";

const hello = defineTool({ name: "hello", description: "Says hello", run: () => "hello" });
const toolset = defineToolset({ name: "x", version: "1", tools: [hello] });
const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});
const mcp = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/list",
};

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "tenon-toolset-"))));
afterAll(() => rm(folder, { recursive: true }));

describe("serveHttp", () => {
  it("answers names of this machine, and refuses other hosts and origins", async () => {
    await using served = await serveHttp(toolset);
    const { port } = new URL(served.url);
    expect(await post(served.url)).toMatchObject({ status: 200 });
    for (const [headers, status] of [
      [{ host: `localhost:${port}` }, 200],
      [{ host: "evil.example" }, 403],
      [{ host: `evil.example:${port}` }, 403],
      [{ origin: `http://localhost:${port}` }, 200],
      [{ origin: "https://evil.example" }, 403],
      [{ origin: "null" }, 403],
    ] as const) {
      expect({ headers, ...(await post(served.url, headers)) }).toMatchObject({ headers, status });
    }
    expect(await post(served.url.replace("/mcp", "/other"))).toMatchObject({ status: 404 });
    await using open = await serveHttp(toolset, {
      allowedHosts: ["tools.example"],
      allowedOrigins: ["https://a.example"],
    });
    expect(await post(open.url, { host: "tools.example", origin: "https://a.example" })).toMatchObject({ status: 200 });
  });

  it("writes a token that only its owner can read, and answers only with it", async () => {
    const tokenFile = join(folder, "new", "token");
    await using served = await serveHttp(toolset, { tokenFile });
    const token = (await readFile(tokenFile, "utf8")).trim();
    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
    expect(await post(served.url)).toMatchObject({ status: 401, challenge: "Bearer" });
    expect(await post(served.url, { authorization: `Bearer ${token}x` })).toMatchObject({ status: 401 });
    expect(await post(served.url, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
    await using again = await serveHttp(toolset, { tokenFile });
    expect(await post(again.url, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
  });

  it("refuses a token file that is empty or that others can write, and an open address without a token", async () => {
    const tokenFile = join(folder, "shared");
    await writeFile(tokenFile, "0123456789abcdef\n", { mode: 0o600 });
    await chmod(tokenFile, 0o666);
    await expect(serveHttp(toolset, { tokenFile })).rejects.toThrow("can be written by other users");
    await writeFile(join(folder, "empty"), "\n", { mode: 0o600 });
    await expect(serveHttp(toolset, { tokenFile: join(folder, "empty") })).rejects.toThrow("at least 16 characters");
    await expect(serveHttp(toolset, { host: "0.0.0.0" })).rejects.toThrow(
      "Other machines can reach 0.0.0.0: set tokenFile",
    );
  });

  it("survives garbage, bodies that are too large, and clients that leave", async () => {
    await using served = await serveHttp(toolset);
    expect(await post(served.url, {}, "{")).toMatchObject({ status: 400 });
    expect(await post(served.url, { "content-length": "99999999999" })).toMatchObject({ status: 413 });
    const leaving = request(served.url, { method: "POST", headers: mcp });
    leaving.on("error", () => {});
    leaving.write("{");
    leaving.destroy();
    expect(
      await post(
        served.url,
        { "mcp-session-id": "unknown", "mcp-protocol-version": "2025-11-25" },
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      ),
    ).toMatchObject({
      status: 404,
    });
    expect(await post(served.url)).toMatchObject({ status: 200 });
  });
});

/** Not fetch, which sets Host and Origin itself. */
function post(url: string, headers: Record<string, string> = {}, content = body) {
  return new Promise<{ status: number | undefined; challenge: string | undefined }>((resolve, reject) => {
    const sent = request(url, { method: "POST", headers: { ...mcp, ...headers } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, challenge: response.headers["www-authenticate"] });
    });
    sent.on("error", reject);
    sent.end(content);
  });
}
