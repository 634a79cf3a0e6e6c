import { createSignInRedirects, type Gateway } from "@tenon/gateway";
import { describe, expect, it } from "vitest";

import { MACHINE_HEADER, signMachine } from "../../src/machines/machine-key.ts";
import { scriptedGateway } from "./support/scripted-gateway.ts";
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

  it("[B6] comes back to any machine, still only in the browser whose page began it, and once", async () => {
    const began = createSignInRedirects();
    await using a = await startMachine({ redirects: began, others: () => [b.url] });
    await using b = await startMachine({ others: () => [a.url, "http://127.0.0.1:1"] });
    await using expected = began.expect("state-1");
    const back = (server: TestServer, cookie: string | undefined) =>
      server.ask("/callback?state=state-1&code=ours", { headers: { Cookie: cookie ?? "" } });

    const other = await claim(b, "state-2");
    for (const wrong of [undefined, "tenon-callback-x=y", other.cookie]) {
      expect([(await back(a, wrong)).status, (await back(b, wrong)).status]).toEqual([403, 400]);
    }
    // Nor is another machine asked for what no page has claimed.
    expect(b.log()).not.toContain(SECOND_MACHINE_ASKED);
    // The page may be on the machine that does not have the session, too.
    const { cookie } = await claim(b, "state-1");
    const finished = await back(b, cookie);
    expect([finished.status, finished.body]).toEqual([200, expect.stringContaining("You can close this window")]);
    expect((await expected?.answer)?.get("code")).toBe("ours");
    expect([(await back(a, cookie)).status, (await back(b, cookie)).status]).toEqual([400, 400]);
  });

  it("[B6] is taken from no one who only says that they are a machine", async () => {
    const redirects = createSignInRedirects();
    await using a = await startMachine({ redirects, others: () => [] });
    await using expected = redirects.expect("state-1");
    let isOver = false;
    void expected?.answer.then(() => (isOver = true));
    const body = JSON.stringify({ type: "sign-in", answer: "state=state-1&code=theirs" });
    const ask = (proof: Record<string, string>) =>
      a.ask("/machine", { method: "POST", headers: { "Content-Type": "application/json", ...proof }, body });
    for (const proof of [{}, { ...a.bearer }, { [MACHINE_HEADER]: signMachine("guess", { to: a.url }) }]) {
      expect((await ask(proof)).status).toBe(403);
    }
    expect(isOver).toBe(false);
    expect((await ask({ [MACHINE_HEADER]: signMachine(SECRET, { to: a.url }) })).body).toContain("true");
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

const SECRET = "a-secret-of-all-machines";
const SECOND_MACHINE_ASKED = "machine-ask-fail";

async function startMachine({
  others,
  redirects = createSignInRedirects(),
}: {
  readonly others: () => readonly string[];
  readonly redirects?: ReturnType<typeof createSignInRedirects>;
}): Promise<TestServer> {
  let address: string | undefined;
  const machines: Gateway["machines"] = () =>
    others().map((other) => ({ ...MACHINE, address: other, isUp: true, isThis: false }));
  const server = await startServer({
    redirects,
    publicUrl: PUBLIC,
    gateway: { ...scriptedGateway(), machines },
    machines: { secret: SECRET, address: () => address },
  });
  address = server.url;
  return server;
}

const MACHINE = {
  name: "host",
  version: "0.0.0",
  startedAt: 0,
  pools: [],
  liveSessions: 0,
  runningSessions: 0,
  connections: 0,
  load: 0,
  isDraining: false,
};

/** As the page does, before it opens the sign-in page. */
async function claim(server: TestServer, state: string) {
  const headers = { ...server.bearer, "Content-Type": "application/json" };
  const body = JSON.stringify({ url: `https://accounts.example.com/authorize?state=${state}` });
  const { headers: answered, status } = await server.ask("/api/sign-ins", { method: "POST", headers, body });
  expect(status).toBe(204);
  const [attributes] = answered["set-cookie"] ?? [];
  return { cookie: attributes?.split(";")[0], attributes };
}
