/**
 * Authorization servers that mean harm, or are broken as if they did. Each is at an address that the policy allows: what a
 * denied one can do is in `addresses.test.ts`.
 */

import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft } from "../open-test-hub.ts";
import { bodyOf, json, listening } from "./fixtures/listening.ts";
import { browser, openWorld, request, type World } from "./fixtures/world.ts";

insistThatNothingIsLeft();

const METADATA = "/.well-known/oauth-authorization-server";

describe("an authorization server", () => {
  it.each([301, 302, 303, 307, 308])(
    "that redirects its metadata to another origin with %s is not followed",
    async (status) => {
      await using world = await openWorld();
      await using victim = await startVictim();
      world.provider.habits.instead = redirect(METADATA, status, `${victim.origin}/latest/meta-data`);
      // Without metadata its endpoints are where they used to be.
      await signedIn(world);
      expect(victim.requests).toEqual([]);
    },
  );

  it.each([302, 307, 308])(
    "that redirects the token request with %s does not get the code sent elsewhere",
    async (status) => {
      await using world = await openWorld();
      await using victim = await startVictim();
      world.provider.habits.instead = redirect("/token", status, `${victim.origin}/token`);
      await expect(world.open({ openBrowser: browser }).signIn()).rejects.toMatchObject({ name: "SignInError" });
      expect(victim.requests).toEqual([]);
      expect((await world.remembered())?.tokens).toBeUndefined();
    },
  );

  it("that redirects to itself without end is asked a few times", async () => {
    await using world = await openWorld();
    let times = 0;
    world.provider.habits.instead = async ({ url = "" }, response) => {
      times += 1;
      response.writeHead(302, { location: `${url.split("?")[0]}?${times}` }).end();
    };
    await expect(world.open({ openBrowser: browser }).signIn()).rejects.toMatchObject({ name: "SignInError" });
    expect(times).toBeLessThan(30);
  });

  it.each([METADATA, "/register", "/token"])("that answers %s without end is cut off", async (path) => {
    await using world = await openWorld();
    let sent = 0;
    world.provider.habits.instead = async (incoming, response) => {
      if (incoming.url !== path) return false;
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(64 * 1024, " ");
      while (!response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(response, "close")]);
      }
      return true;
    };
    await expect(world.open({ openBrowser: browser }).signIn()).rejects.toMatchObject({ code: "unavailable" });
    // What fits into the buffers of both ends comes on top of what is read.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([METADATA, "/register", "/token"])("that lets %s drip is given up after a while", async (path) => {
    await using world = await openWorld();
    world.provider.habits.instead = async (incoming, response) => {
      if (incoming.url !== path) return false;
      response.writeHead(200, { "content-type": "application/json" }).write("{");
      await once(response, "close");
      return true;
    };
    const signIn = world.open({ openBrowser: browser, conversationMs: 300 });
    await expect(signIn.signIn()).rejects.toMatchObject({ code: "unavailable" });
  });

  it.each([
    ["javascript:alert(1)//", "authorization_endpoint"],
    ["file:///etc/passwd", "authorization_endpoint"],
    ["data:text/html,hello", "authorization_endpoint"],
    ["http://login.example.com/authorize", "authorization_endpoint"],
    ["http://198.51.100.7/token", "token_endpoint"],
    ["http://login.example.com/register", "registration_endpoint"],
    ["file:///etc/passwd", "registration_endpoint"],
    ["file:///etc/passwd", "token_endpoint"],
  ])("whose metadata says %s as its %s is refused", async (address, endpoint) => {
    await using world = await openWorld();
    world.provider.habits.metadata = { [endpoint]: address };
    const opened: string[] = [];
    const openBrowser = async (url: string) => {
      opened.push(url);
      await browser(url);
    };
    await expect(world.open({ openBrowser }).signIn()).rejects.toMatchObject({ name: "SignInError" });
    expect(opened.filter((url) => !url.startsWith(world.provider.issuer))).toEqual([]);
    expect((await world.remembered())?.tokens).toBeUndefined();
  });

  it.each([
    ["a line ending", "a\r\nx-evil: 1"],
    ["a hidden character", "a\u200Bb"],
    ["nothing", ""],
  ])("that issues a token with %s in it does not have it kept", async (_, token) => {
    await using world = await openWorld();
    const body = { access_token: token, token_type: "Bearer" };
    world.provider.habits.tokenFailure = { status: 200, body };
    await expect(world.open({ openBrowser: browser }).signIn()).rejects.toMatchObject({ name: "SignInError" });
    expect((await world.remembered())?.tokens).toBeUndefined();
  });

  it("that says why it refuses is quoted in short, without what it was sent", async () => {
    await using world = await openWorld();
    world.provider.habits.instead = async (incoming, response) => {
      if (incoming.url !== "/token") return false;
      const sent = new URLSearchParams(await bodyOf(incoming));
      const error_description = `Code ${sent.get("code")} was used.\u001B[2J ${"x".repeat(1_000)}`;
      json(response, 400, { error: "invalid_grant", error_description });
      return true;
    };
    const failure: unknown = await world
      .open({ openBrowser: browser })
      .signIn()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "refused",
      message: expect.stringMatching(/invalid_grant \(Code .* was used\./),
    });
    expect(String(failure)).not.toContain("code-");
    expect(String(failure)).not.toContain("\u001B");
    expect(String(failure).length).toBeLessThan(400);
  });
});

describe("a server", () => {
  it("that names a thousand authorization servers gets one asked", async () => {
    await using world = await openWorld();
    await using victim = await startVictim();
    const others = Array.from({ length: 1_000 }, (_, index) => `${victim.origin}/${index}`);
    world.server.metadata = { authorization_servers: [world.provider.issuer, ...others] };
    await signedIn(world);
    expect(victim.requests).toEqual([]);
  });
});

async function signedIn(world: World): Promise<void> {
  const signIn = world.open({ openBrowser: browser });
  expect((await signIn.run(() => request(signIn, world.server.url))).status).toBe(200);
}

function redirect(path: string, status: number, location: string) {
  return async ({ url }: IncomingMessage, response: ServerResponse) => {
    if (url !== path) return false;
    response.writeHead(status, { location }).end();
    return true;
  };
}

async function startVictim() {
  const requests: string[] = [];
  const server = await listening(async (incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    json(response, 200, {});
  });
  return { ...server, requests };
}
