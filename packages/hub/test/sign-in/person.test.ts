import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { findSignInError } from "../../src/sign-in/sign-in-error.ts";
import { fileTokenStore } from "../../src/sign-in/store/file-token-store.ts";
import { listening } from "./fixtures/listening.ts";
import { quietPort } from "./fixtures/quiet-port.ts";
import { temporaryFolder } from "./fixtures/temporary-folder.ts";
import { browser, connect, failureOf, openWorld, request } from "./fixtures/world.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("a sign-in with a browser", () => {
  it.each(["http", "sse"] as const)("[R-06] [P49] makes a connection over %s succeed, and its calls", async (kind) => {
    await using world = await openWorld();
    const url = kind === "http" ? world.server.url : world.server.sseUrl;
    const signIn = world.open({ spec: { url, headers: {} }, openBrowser: browser });
    await using client = await signIn.run(() => connect(signIn, url, kind));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["read", "admin"]);
    expect(world.provider.authorizations).toHaveLength(1);
  });

  it("[P49] is needed for SSE in the same words", async () => {
    await using world = await openWorld();
    const signIn = world.open({ spec: { url: world.server.sseUrl, headers: {} } });
    await expect(connect(signIn, world.server.sseUrl, "sse")).rejects.toMatchObject({
      code: "needs_sign_in",
      details: { url: expect.stringContaining("/authorize?") },
    });
  });

  it("asks for tokens for this server alone, with PKCE and an unguessable state", async () => {
    await using world = await openWorld();
    await world.open({ openBrowser: browser }).signIn();
    const [asked] = world.provider.authorizations;
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      response_type: "code",
      resource: world.server.url,
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(world.provider.tokenRequests[0]?.parameters.get("resource")).toBe(world.server.url);
  });

  it("is opened once for all who need it, and they all go on", async () => {
    await using world = await openWorld();
    let times = 0;
    const signIn = world.open({
      openBrowser: async (url) => {
        times += 1;
        await browser(url);
      },
    });
    const calls = Array.from({ length: 5 }, () => signIn.run(() => request(signIn, world.server.url)));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(times).toBe(1);
  });

  it("is remembered: the next process needs no person", async () => {
    await using world = await openWorld();
    await world.open({ openBrowser: browser }).signIn();
    expect((await request(world.open(), world.server.url)).status).toBe(200);
    expect(world.asked).toHaveLength(1);
  });

  it("that cannot be opened is needed still, and says where", async () => {
    await using world = await openWorld();
    const signIn = world.open({ openBrowser: () => Promise.reject(new Error("no display")) });
    const error = await failureOf(signIn.run(() => request(signIn, world.server.url)));
    const details = { url: world.asked[0]?.url };
    expect(error).toMatchObject({ code: "needs_sign_in", details, cause: { message: "no display" } });
  });

  it.each([
    ["succeeds", undefined, "signed in"],
    ["is refused", "access_denied", "refused"],
  ])(
    "[M35] that %s is not taken for a page that was not opened, when the end aborts its opener",
    async (_, error, outcome) => {
      await using world = await openWorld();
      world.provider.habits.authorizationError = error;
      const openBrowser = async (url: string, { signal }: { readonly signal: AbortSignal }) => {
        await browser(url);
        if (!signal.aborted) await once(signal, "abort");
        throw new Error("called off");
      };
      const signingIn = world.open({ openBrowser }).signIn();
      const ended = await signingIn.then(
        () => "signed in",
        (failure: unknown) => findSignInError(failure)?.code,
      );
      expect(ended).toBe(outcome);
    },
  );

  it("ends the page's signal when it is over", async () => {
    await using world = await openWorld();
    const signals: AbortSignal[] = [];
    const signIn = world.open({
      async openBrowser(url, { signal }) {
        signals.push(signal);
        await browser(url);
      },
    });
    await signIn.signIn();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("[B6] comes back to the address that the host program serves, unless a port is configured", async () => {
    await using world = await openWorld();
    const answers = Promise.withResolvers<URLSearchParams>();
    let closed = 0;
    const close = async () => void (closed += 1);
    const redirectUrl = "https://tenon.example.com/callback";
    const listener = { redirectUrl, answer: answers.promise, close, [Symbol.asyncDispose]: close };
    const expected: string[] = [];
    const redirects = {
      expect(state: string) {
        expected.push(state);
        return listener;
      },
    };
    const openBrowser = async (url: string) => {
      const back = (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
      expect(back.startsWith(`${redirectUrl}?`)).toBe(true);
      answers.resolve(new URL(back).searchParams);
    };
    await world.open({ openBrowser, redirects }).signIn();
    expect(expected).toEqual([world.provider.authorizations[0]?.get("state")]);
    expect(closed).toBe(1);
    const own = world.open({ redirects, signIn: { redirectPort: await quietPort() } });
    await own.signIn({ openBrowser: browser });
    expect(expected).toHaveLength(1);
  });

  it("accepts only the answer to its own question, and only once", async () => {
    await using world = await openWorld();
    const signIn = world.open({ signIn: { redirectPort: await quietPort() } });
    await expect(request(signIn, world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    const asked = new URL(world.asked[0]?.url ?? "").searchParams;
    const callback = asked.get("redirect_uri") ?? "";
    const status = async (address: string) => (await fetch(address)).status;
    expect(await status(`${callback}?code=stolen&state=guessed`)).toBe(400);
    expect(await status(`${callback}?state=${asked.get("state")}`)).toBe(400);
    expect(await status(callback.replace("/callback", "/"))).toBe(404);
    await signIn.signIn({ openBrowser: browser });
    await expect(fetch(callback)).rejects.toThrow("fetch failed");
  });

  it("that is refused says so", async () => {
    await using world = await openWorld();
    world.provider.habits.authorizationError = "access_denied";
    await expect(world.open({ openBrowser: browser }).signIn()).rejects.toMatchObject({
      code: "refused",
      details: { reason: "access_denied" },
    });
  });

  it("works also where nothing can be kept, and says so", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "file");
    await writeFile(file, "");
    const warnings: unknown[] = [];
    const store = fileTokenStore({ folder: file, onWarning: (warning) => void warnings.push(warning.code) });
    await using world = await openWorld(store);
    const onWarning = (_message: string, cause: unknown) => void warnings.push(findSignInError(cause)?.code);
    const signIn = world.open({ openBrowser: browser, onWarning });
    expect((await signIn.run(() => request(signIn, world.server.url))).status).toBe(200);
    expect(warnings).toContain("not_kept");
  });

  it("whose token the server does not take at all is not asked for again and again", async () => {
    await using world = await openWorld();
    await using other = await openWorld();
    const signIn = world.open({ openBrowser: browser });
    const call = () => request(signIn, world.server.url);
    // It sends people to one issuer and takes the tokens of another.
    world.server.metadata = { authorization_servers: [world.provider.issuer] };
    world.server.provider = other.provider;
    await expect(signIn.run(call)).rejects.toMatchObject({ code: "token_refused" });
    expect(world.provider.authorizations).toHaveLength(1);
  });

  it("sends its tokens to the server alone", async () => {
    await using world = await openWorld();
    await using other = await openWorld();
    const signIn = world.open({ openBrowser: browser });
    await signIn.signIn();
    await signIn.guard(fetch)(other.server.url, { method: "POST" });
    expect(other.server.requests).toEqual([{ authorization: undefined, proof: undefined }]);
  });
});

describe("more rights", () => {
  it("are asked for when the server wants them, with those there were", async () => {
    await using world = await openWorld();
    const signIn = world.open({ openBrowser: browser });
    world.server.metadata = { scopes_supported: ["read"] };
    await using client = await signIn.run(() => connect(signIn, world.server.url));
    const result = await signIn.run(() => client.callTool({ name: "admin", arguments: {} }));
    expect(result.content).toEqual([{ type: "text", text: "did admin" }]);
    expect(world.asked.map(({ scope }) => scope)).toEqual(["read", "read admin"]);
  });

  it("are asked for on top of those the owner wrote down", async () => {
    await using world = await openWorld();
    const spec = { url: world.server.url, headers: {}, signIn: { scopes: ["mine"] } };
    const signIn = world.open({ spec, openBrowser: browser });
    await signIn.run(() => request(signIn, world.server.url, "admin"));
    expect(world.asked.map(({ scope }) => scope)).toEqual(["mine", "mine admin"]);
  });

  it("take the place of a sign-in that would not give them, and no caller is left waiting for that", async () => {
    await using world = await openWorld();
    await world.remember({ tokens: world.provider.issue({ scope: "read" }) });
    const signIn = world.open();
    world.provider.revoke();
    const waiting = signIn.signIn();
    await expect(request(signIn, world.server.url, "admin")).rejects.toMatchObject({
      details: { scope: "read admin" },
    });
    await browser(world.asked.at(-1)?.url ?? "");
    await waiting;
    expect((await request(signIn, world.server.url, "admin")).status).toBe(200);
  });

  it("that are not granted are asked for once, not for ever", async () => {
    await using world = await openWorld();
    world.provider.habits.grants = "read";
    const signIn = world.open({ openBrowser: browser });
    const call = () => signIn.run(() => request(signIn, world.server.url, "admin"));
    await expect(call()).rejects.toMatchObject({ code: "scope_refused", details: { scope: "admin" } });
    await expect(call()).rejects.toMatchObject({ code: "scope_refused" });
    expect(world.provider.authorizations).toHaveLength(2);
  });

  it("that another process got are used without asking", async () => {
    await using world = await openWorld();
    await world.remember({ tokens: world.provider.issue({ scope: "read" }) });
    const signIn = world.open();
    await request(signIn, world.server.url);
    await world.remember({ tokens: world.provider.issue({ scope: "read admin" }) });
    expect((await request(signIn, world.server.url, "admin")).status).toBe(200);
  });
});

describe("who we are", () => {
  it("is registered once, as a native program at the address where we listen", async () => {
    await using world = await openWorld();
    const redirectPort = await quietPort();
    await world.open({ openBrowser: browser, signIn: { redirectPort } }).signIn();
    const address = `http://127.0.0.1:${redirectPort}/callback`;
    expect(world.provider.registrations).toMatchObject([
      {
        client_name: "Tenon",
        application_type: "native",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: [address],
      },
    ]);
    await world.open({ openBrowser: browser }).signIn();
    expect(world.provider.registrations).toHaveLength(1);
    expect(world.provider.authorizations.map((asked) => asked.get("redirect_uri"))).toEqual([address, address]);
  });

  it("is registered anew if another program listens at that address now", async () => {
    await using world = await openWorld();
    await using squatter = await listening(async () => {});
    const client = { client_id: "old", redirect_uris: [`${squatter.origin}/callback`] };
    await world.remember({ client });
    await world.open({ openBrowser: browser }).signIn();
    expect(world.provider.registrations).toHaveLength(1);
    expect((await world.remembered())?.client?.client_id).toBe("client-1");
  });

  it("is registered anew when the registration has run out", async () => {
    await using world = await openWorld();
    await world.open({ openBrowser: browser }).signIn();
    const before = await world.remembered();
    const client = { ...before?.client, client_id: "old", client_secret_expires_at: 1_000 };
    await world.remember({ ...before, client });
    await world.open({ openBrowser: browser, timeOfDay: () => 1_000_001 }).signIn();
    expect(world.provider.registrations).toHaveLength(2);
  });

  it("is kept also if the person does not come, so that the next try need not register", async () => {
    await using world = await openWorld();
    const one = world.open({ signIn: { redirectPort: await quietPort() } });
    await expect(request(one, world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    await one.close();
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    expect(world.provider.registrations).toHaveLength(1);
  });

  it("is a document's address where the issuer reads such documents", async () => {
    await using world = await openWorld();
    world.provider.habits.metadata = { client_id_metadata_document_supported: true };
    const signIn = { clientMetadataUrl: "https://tenon.example.com/client.json" };
    const spec = { url: world.server.url, headers: {}, signIn };
    await world.open({ spec, openBrowser: browser }).signIn();
    await world.open({ spec, openBrowser: browser }).signIn();
    expect(world.provider.registrations).toEqual([]);
    const ids = world.provider.authorizations.map((asked) => asked.get("client_id"));
    expect(ids).toEqual([signIn.clientMetadataUrl, signIn.clientMetadataUrl]);
  });

  it("is what the owner wrote down, and the secret is not written down again", async () => {
    await using world = await openWorld();
    world.provider.habits.registers = false;
    world.provider.habits.metadata = { token_endpoint_auth_methods_supported: ["client_secret_basic"] };
    const spec = { url: world.server.url, headers: {}, signIn: { clientId: "mine", clientSecret: "quiet" } };
    await world.open({ spec, openBrowser: browser }).signIn();
    expect(world.provider.tokenRequests[0]?.authorization).toBe(`Basic ${btoa("mine:quiet")}`);
    const kept = await world.store.read(`${world.server.url}#mine`);
    expect(kept?.tokens).toBeDefined();
    expect(JSON.stringify(kept)).not.toContain("quiet");
  });

  it("has to be configured where clients cannot register, and the failure says so", async () => {
    await using world = await openWorld();
    world.provider.habits.registers = false;
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({
      code: "not_registered",
      message: expect.stringContaining("clientId"),
    });
  });
});
