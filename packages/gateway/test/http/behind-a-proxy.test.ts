/**
 * Something that speaks TLS is in front: what it says of a request is believed only if we were told to.
 */

import { describe, expect, it } from "vitest";

import { startServer } from "./support/start-server.ts";

const publicUrl = new URL("https://tenon.example");
const json = { "Content-Type": "application/json" };
const page = { Host: "tenon.example", Origin: "https://tenon.example" };

describe("where a request comes from", () => {
  it.each([
    ["is the proxy, unless it is to be believed", false, "203.0.113.7", "127.0.0.1"],
    ["is what the proxy says", true, "203.0.113.7", "203.0.113.7"],
    ["is the last that it says: the others anybody may have written", true, "10.0.0.1, 2001:db8::7", "2001:db8::7"],
    ["is the proxy if what it says is no address", true, "203.0.113.7, <script>", "127.0.0.1"],
    ["is the proxy if it says nothing", true, "", "127.0.0.1"],
  ])("%s", async (_, trustProxy, forwarded, address) => {
    await using server = await startServer({ publicUrl, trustProxy });
    const headers = { ...server.bearer, ...page, "X-Forwarded-For": forwarded };
    const socket = await server.open("/acp", { headers });
    expect(server.gateway.peers).toMatchObject([{ name: `program at ${address}` }]);
    expect(server.gateway.peers[0]?.isRemote ?? false).toBe(address !== "127.0.0.1");
    socket.terminate();
    const wrong = { ...headers, Authorization: "Bearer wrong" };
    expect((await server.ask("/api/me", { headers: wrong })).status).toBe(401);
    expect(JSON.parse(lastLine(server.log(), "request-refuse"))).toMatchObject({ peer: address });
  });

  it("a client that tries too often to sign in does not block others", async () => {
    await using server = await startServer({ publicUrl, trustProxy: true, limits: { signInsPerMinute: 2 } });
    const logIn = async (address: string, token: string) => {
      const headers = { ...json, ...page, "X-Forwarded-For": address };
      return (await server.ask("/api/login", { method: "POST", headers, body: JSON.stringify({ token }) })).status;
    };
    const statuses = [];
    for (const token of ["a", "b", "c"]) statuses.push(await logIn("203.0.113.7", token));
    expect(statuses).toEqual([401, 401, 429]);
    // What it writes itself into the header does not help.
    expect(await logIn("198.51.100.1, 203.0.113.7", "d")).toBe(429);
    expect(await logIn("198.51.100.1", server.token)).toBe(200);
  });

  it("one address is not too many connections when it is that of the proxy", async () => {
    const limits = { connectionsPerPeer: 1 };
    await using server = await startServer({ publicUrl, trustProxy: true, limits });
    const [one, other] = [await server.open("/feed"), await server.open("/feed")];
    one.terminate();
    other.terminate();
  });
});

describe("the page behind TLS", () => {
  it("[K-04] comes under its own name, with or without the proxy keeping the Host", async () => {
    await using server = await startServer({ publicUrl });
    for (const Host of ["tenon.example", `127.0.0.1:${server.port}`]) {
      const headers = { ...server.bearer, Host, Origin: "https://tenon.example" };
      expect((await server.ask("/api/me", { headers })).status).toBe(200);
      expect(await server.upgrade("/acp", { headers })).toBe(101);
    }
  });

  it("[K-04] is not whatever a forwarded name or scheme says", async () => {
    await using server = await startServer({ publicUrl, trustProxy: true });
    const forwarded = { "X-Forwarded-Host": "tenon.example", "X-Forwarded-Proto": "https" };
    const headers = { ...server.bearer, Host: "evil.example", Origin: "https://tenon.example", ...forwarded };
    expect((await server.ask("/api/me", { headers })).status).toBe(403);
    expect(await server.upgrade("/acp", { headers })).toBe(403);
  });

  it("has a cookie for TLS only; on this machine, without TLS, one that browsers take", async () => {
    await using server = await startServer({ publicUrl });
    const body = JSON.stringify({ token: server.token });
    const cookieFor = async (given: Readonly<Record<string, string>>) => {
      const headers = { ...json, ...given };
      const answer = await server.ask("/api/login", { method: "POST", headers, body });
      return answer.headers["set-cookie"]?.[0];
    };
    const local = `127.0.0.1:${server.port}`;
    expect(await cookieFor(page)).toContain("; Secure");
    expect(await cookieFor({ ...page, Host: local })).toContain("; Secure");
    expect(await cookieFor({ Host: local })).toContain("; Secure");
    expect(await cookieFor({ Host: local, Origin: `http://${local}` })).not.toContain("; Secure");
  });
});

function lastLine(log: string, event: string): string {
  return log.split("\n").findLast((line) => line.includes(`"${event}"`)) ?? "";
}
