/**
 * Signing in with a real OpenID Connect provider, which runs in this process.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createPeople, openSqlitePeople } from "@tenon/gateway";
import { startProvider } from "@tenon/testkit/openid";
import { expect, it } from "vitest";

import { type ServedPeople, servePeople } from "./support/serve-people.ts";

it("signs a person in by name, once and in the browser that began it", async () => {
  await using provider = await startProvider();
  await using served = await servePeople({ http: { port: provider.gatewayPort, identityProvider: provider.options } });
  expect((await served.ask(undefined, "/api/sign-in")).json["provider"].path).toBe("/auth/sign-in");
  const browser = createBrowser();
  const ticket = await signIn(browser, served.server.url, "alice");
  const login = (cookies: string) =>
    served.ask(undefined, "/api/login", { method: "POST", headers: { Cookie: cookies }, body: { token: ticket } });
  const { headers, json } = await login(browser.cookiesFor(served.server.url));
  const page = { Cookie: String(headers["set-cookie"]).split(";")[0] ?? "", "X-Tenon-Key": json["key"] };
  const cookie = headers["set-cookie"]?.find((one) => /^tenon-\d+=/.test(one))?.split(";")[0] ?? "";
  const { json: me } = await served.ask(undefined, "/api/me", { headers: { ...page, Cookie: cookie } });
  expect(me["person"]).toMatchObject({ name: "Alice Adams", role: "member" });
  // A ticket counts once.
  expect((await login(browser.cookiesFor(served.server.url))).status).toBe(401);
  // She is the same person the next time.
  await signIn(createBrowser(), served.server.url, "alice");
  expect(await served.people.store.people()).toHaveLength(1);
});

it("signs in at any machine, and with one ticket only once on all of them", async () => {
  await using provider = await startProvider();
  const folder = await mkdtemp(join(tmpdir(), "tenon-people-"));
  const open = async () => {
    const store = await openSqlitePeople({ file: join(folder, "people.db") });
    return createPeople({ store, folder, onFailure: (error) => expect.unreachable(String(error)) });
  };
  await using here = await open();
  await using there = await open();
  const identityProvider = provider.options;
  await using a = await servePeople({ http: { port: provider.gatewayPort, identityProvider, people: here } });
  await using b = await servePeople({ http: { identityProvider, people: there } });
  const browser = createBrowser();
  const ticket = await signIn(browser, a.server.url, "alice");
  const login = ({ server, ask }: ServedPeople, cookies: string) => {
    // Named after the port, which is the same on all machines behind one address.
    const Cookie = cookies.replaceAll(/tenon-\d+/g, `tenon-${new URL(server.url).port}`);
    return ask(undefined, "/api/login", { method: "POST", headers: { Cookie }, body: { token: ticket } });
  };
  const cookies = browser.cookiesFor(a.server.url);
  expect((await login(b, "")).status).toBe(401);
  const { status, headers, json } = await login(b, cookies);
  expect(status).toBe(200);
  const cookie = headers["set-cookie"]?.find((one) => /^tenon-\d+=/.test(one))?.split(";")[0] ?? "";
  const me = await b.ask(undefined, "/api/me", { headers: { Cookie: cookie, "X-Tenon-Key": json["key"] } });
  expect(me.json["person"]).toMatchObject({ name: "Alice Adams" });
  for (const machine of [a, b]) expect((await login(machine, cookies)).status).toBe(401);
  await rm(folder, { recursive: true });
});

it("refuses a ticket in another browser, so that no link signs others in as the person who made it", async () => {
  await using provider = await startProvider();
  await using served = await servePeople({ http: { port: provider.gatewayPort, identityProvider: provider.options } });
  const ticket = await signIn(createBrowser(), served.server.url, "mallory");
  const victim = await served.ask(undefined, "/api/login", { method: "POST", body: { token: ticket } });
  expect(victim.status).toBe(401);
});

it("refuses to finish what another browser began, a changed state, and a code that was used", async () => {
  await using provider = await startProvider();
  await using served = await servePeople({ http: { port: provider.gatewayPort, identityProvider: provider.options } });
  const browser = createBrowser();
  const callback = await browser.follow(`${served.server.url}/auth/sign-in`, "alice", "/auth/callback");
  const finish = (url: string, cookies: string) =>
    served.ask(undefined, url.slice(served.server.url.length), { headers: { Cookie: cookies } });
  const cookies = browser.cookiesFor(served.server.url);
  expect((await finish(callback, "")).status).toBe(401);
  expect((await finish(callback.replace(/state=[^&]+/, "state=forged"), cookies)).status).toBe(401);
  expect((await finish(callback, cookies.replace(/=.{4}/, "=AAAA"))).status).toBe(401);
  expect((await finish(callback, cookies)).status).toBe(302);
  expect((await finish(callback, cookies)).status).toBe(401);
  expect(served.log()).not.toContain(new URL(callback).searchParams.get("code"));
});

it("lets in only those whose e-mail address is allowed, and none who was removed", async () => {
  await using provider = await startProvider();
  const identityProvider = { ...provider.options, allowed: ["*@example.com"] };
  await using served = await servePeople({ http: { port: provider.gatewayPort, identityProvider } });
  await signIn(createBrowser(), served.server.url, "alice");
  await expect(signIn(createBrowser(), served.server.url, "eve")).rejects.toThrow("not among those that may sign in");
  const [alice] = await served.people.store.people();
  await served.ask(served.localToken, `/api/people/${alice?.id}`, { method: "DELETE" });
  await expect(signIn(createBrowser(), served.server.url, "alice")).rejects.toThrow("An administrator has removed you");
});

it("takes no e-mail address that the provider has not verified, unless it is trusted with that", async () => {
  await using provider = await startProvider();
  const identityProvider = { ...provider.options, allowed: ["*@example.com"] };
  const port = provider.gatewayPort;
  const why = "the identity provider has not verified your e-mail address";
  {
    await using served = await servePeople({ http: { port, identityProvider } });
    for (const login of ["bob", "oscar"]) {
      await expect(signIn(createBrowser(), served.server.url, login)).rejects.toThrow(why);
    }
  }
  await using served = await servePeople({
    http: { port, identityProvider: { ...identityProvider, trustsEmail: true } },
  });
  await signIn(createBrowser(), served.server.url, "bob");
  await expect(signIn(createBrowser(), served.server.url, "oscar")).rejects.toThrow(why);
});

it.each(["carol", "dave"])("takes an address that is verified in the words of other providers: %s", async (login) => {
  await using provider = await startProvider();
  const identityProvider = { ...provider.options, allowed: ["*@example.com"] };
  await using served = await servePeople({ http: { port: provider.gatewayPort, identityProvider } });
  expect(await signIn(createBrowser(), served.server.url, login)).not.toBe("");
});

it("starts while the provider is down, and says so to those who sign in", async () => {
  const identityProvider = { issuer: new URL("http://127.0.0.1:9/"), clientId: "tenon", clientSecret: "secret" };
  await using served = await servePeople({ http: { identityProvider } });
  expect((await served.ask(undefined, "/auth/sign-in")).status).toBe(503);
  expect((await served.ask(served.localToken, "/api/me")).status).toBe(200);
});

/** The ticket that the page is sent back with. */
async function signIn(browser: ReturnType<typeof createBrowser>, gateway: string, login: string): Promise<string> {
  const url = await browser.follow(`${gateway}/auth/sign-in`, login, "#token=");
  return url.slice(url.indexOf("#token=") + "#token=".length);
}

/** Follows redirects, keeps cookies, and fills in the provider's forms. */
function createBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map();
    jars.set(origin, jar);
    return jar;
  };
  const cookiesFor = (url: string) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join("; ");
  return { cookiesFor, follow };

  async function follow(first: string, login: string, until: string): Promise<string> {
    let request: { url: string; form?: URLSearchParams } = { url: first };
    for (let step = 0; step < 20; step += 1) {
      if (step > 0 && request.url.includes(until)) return request.url;
      const response = await fetch(request.url, {
        redirect: "manual",
        headers: { Cookie: cookiesFor(request.url) },
        ...(request.form && { method: "POST", body: request.form }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jarOf(request.url).set(name, value);
      }
      const text = await response.text();
      const location = response.headers.get("location");
      if (location !== null) request = { url: new URL(location, request.url).href };
      else request = { url: formIn(text, request.url), form: fieldsIn(text, login) };
    }
    throw new Error("The sign-in does not end");
  }
}

function formIn(page: string, url: string): string {
  const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
  if (action === undefined) throw new Error(page);
  return new URL(action.replaceAll("&amp;", "&"), url).href;
}

function fieldsIn(page: string, login: string): URLSearchParams {
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "";
  return new URLSearchParams(prompt === "login" ? { prompt, login, password: "x" } : { prompt });
}
