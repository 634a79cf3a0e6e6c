import { createSignInRedirects } from "@tenon/gateway";
import { describe, expect, it } from "vitest";

import { startServer, type TestServer } from "./support/start-server.ts";

const PUBLIC = new URL("https://tenon.example.com");

describe("a sign-in to an MCP server", () => {
  it("[B6] comes back to the public address, once, and only in the browser whose page began it", async () => {
    const redirects = createSignInRedirects();
    expect(redirects.expect("too-early")).toBeUndefined();
    await using server = await startServer({ redirects, publicUrl: PUBLIC });
    await using expected = redirects.expect("state-1");
    expect(expected?.redirectUrl).toBe("https://tenon.example.com/callback");

    const stranger = await server.ask("/callback?state=state-1&code=theirs");
    expect([stranger.status, stranger.body]).toEqual([403, expect.stringContaining("began in another browser")]);
    const other = await claim(server, "state-2");
    expect(other.cookie).toBeUndefined();

    const { cookie, attributes } = await claim(server, "state-1");
    expect(attributes).toMatch(/Path=\/callback; HttpOnly; Secure; SameSite=Lax/);
    const headers = { Cookie: cookie ?? "" };
    const finished = await server.ask("/callback?state=state-1&code=ours&x=<script>", { headers });
    expect([finished.status, finished.body]).toEqual([200, expect.stringContaining("You can close this window")]);
    expect(finished.body).not.toContain("<script>");
    expect((await expected?.answer)?.get("code")).toBe("ours");
    expect((await server.ask("/callback?state=state-1&code=again", { headers })).status).toBe(400);
    expect(server.log()).not.toMatch(/ours|theirs/);
  });

  it("[B6] on this machine alone needs the state, as a listener of its own does; what is closed is over", async () => {
    const redirects = createSignInRedirects();
    await using server = await startServer({ redirects });
    const expected = redirects.expect("state-1");
    expect(expected?.redirectUrl).toBe(`${server.url}/callback`);
    expect((await server.ask("/callback?state=state-1")).status).toBe(400);
    expect((await server.ask("/callback?state=state-1&error=access_denied")).body).toContain("was refused");
    expect((await expected?.answer)?.get("error")).toBe("access_denied");
    await redirects.expect("state-2")?.close();
    expect((await server.ask("/callback?state=state-2&code=late")).status).toBe(400);
  });
});

/** As the page does, before it opens the sign-in page. */
async function claim(server: TestServer, state: string) {
  const headers = { ...server.bearer, "Content-Type": "application/json" };
  const body = JSON.stringify({ url: `https://accounts.example.com/authorize?state=${state}` });
  const { headers: answered, status } = await server.ask("/api/sign-ins", { method: "POST", headers, body });
  expect(status).toBe(204);
  const [attributes] = answered["set-cookie"] ?? [];
  return { cookie: attributes?.split(";")[0], attributes };
}
