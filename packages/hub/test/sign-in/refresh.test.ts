import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { fileTokenStore } from "../../src/sign-in/store/file-token-store.ts";
import { memoryTokenStore } from "../../src/sign-in/store/token-store.ts";
import { startChildProgram } from "./fixtures/child-program.ts";
import { temporaryFolder } from "./fixtures/temporary-folder.ts";
import { browser, failureOf, openWorld, request } from "./fixtures/world.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("an expired token", () => {
  it("[R-01] [P83] is refreshed once by three processes with ten calls each, and all calls succeed", async () => {
    await using folder = await temporaryFolder();
    const store = fileTokenStore({
      folder: join(folder.path, "sign-ins"),
      onWarning: (warning) => expect.fail(warning.message),
    });
    await using world = await openWorld(store);
    const before = await world.remember();
    world.provider.expire();
    // No call gets a new token before every call has been refused with the old one.
    const allRefused = Promise.withResolvers<void>();
    world.server.onRefusal = () => world.server.refusals === 30 && allRefused.resolve();
    world.provider.habits.before = (path) => (path === "/token" ? allRefused.promise : undefined);

    await using processes = new AsyncDisposableStack();
    const callers = Array.from({ length: 3 }, () =>
      processes.use(startChildProgram("calling-process.ts", [world.server.url, join(folder.path, "sign-ins")])),
    );
    await Promise.all(callers.map((caller) => caller.line()));
    for (const caller of callers) caller.say("go");
    const answers = await Promise.all(callers.map(async (caller) => JSON.parse(await caller.line())));

    expect(answers.flat()).toEqual(Array.from({ length: 30 }, () => 200));
    expect(world.provider.tokenRequests).toHaveLength(1);
    const after = await world.remembered();
    expect(after?.tokens?.refresh_token).not.toBe(before.tokens?.refresh_token);
    expect(world.provider.scopeOf(after?.tokens?.access_token ?? "")).toBeDefined();
  });

  it("[R-01] is refreshed once for all calls of one process, and not again for a late refusal of the old one", async () => {
    await using world = await openWorld();
    await world.remember();
    const signIn = world.open();
    await request(signIn, world.server.url);
    world.provider.expire();
    const responses = await Promise.all(Array.from({ length: 10 }, () => request(signIn, world.server.url)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(world.provider.tokenRequests).toHaveLength(1);
    expect(world.asked).toEqual([]);
  });

  it("is replaced by what another process got meanwhile, without asking the issuer", async () => {
    await using world = await openWorld();
    await world.remember();
    const signIn = world.open();
    await request(signIn, world.server.url);
    world.provider.expire();
    await world.remember();
    expect((await request(signIn, world.server.url)).status).toBe(200);
    expect(world.provider.tokenRequests).toHaveLength(0);
  });

  it("is refreshed twice if what another process got has expired too", async () => {
    await using world = await openWorld();
    await world.remember();
    const signIn = world.open();
    await request(signIn, world.server.url);
    await world.remember();
    world.provider.expire();
    expect((await request(signIn, world.server.url)).status).toBe(200);
    expect(world.provider.tokenRequests).toHaveLength(1);
  });

  it("keeps its scope when the issuer does not repeat it", async () => {
    await using world = await openWorld();
    await world.remember({ tokens: world.provider.issue({ scope: "read write" }) });
    world.provider.expire();
    await request(world.open(), world.server.url);
    expect((await world.remembered())?.tokens?.scope).toBe("read write");
  });
});

describe("a refresh that fails", () => {
  it("[R-03] asks for a person when the refresh token is dead, and forgets only that", async () => {
    await using world = await openWorld();
    const before = await world.remember();
    world.provider.expire();
    world.provider.revoke();
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    expect(await world.remembered()).toEqual({ issuer: world.provider.issuer, client: expect.anything() });
    expect(before.tokens).toBeDefined();
  });

  it("[R-01] does not delete what another process got while it was failing", async () => {
    await using world = await openWorld();
    await world.remember();
    world.provider.expire();
    world.provider.revoke();
    const isRefreshing = Promise.withResolvers<void>();
    const isSaving = Promise.withResolvers<void>();
    world.provider.habits.before = (path) => {
      if (path !== "/token") return;
      world.provider.habits.before = () => {};
      isRefreshing.resolve();
      return isSaving.promise;
    };
    // The answer to the refresh comes when a person, elsewhere, has signed in and is about to save that.
    const elsewhere = {
      read: world.store.read,
      hold: <T>(...[server, work]: Parameters<typeof world.store.hold<T>>) => {
        if (world.provider.tokenRequests.length > 0) isSaving.resolve();
        return world.store.hold(server, work);
      },
    };
    const failing = failureOf(request(world.open(), world.server.url));
    await isRefreshing.promise;
    await world.open({ store: elsewhere, openBrowser: browser }).signIn();
    expect(await failing).toMatchObject({ code: "needs_sign_in" });
    const { tokens } = (await world.remembered()) ?? {};
    expect(world.provider.scopeOf(tokens?.access_token ?? "")).toBeDefined();
  });

  it.each([
    ["is down", { status: 503, body: "<html>try later</html>" }],
    ["wants no more requests", { status: 429, body: { error: "slow_down" } }],
    ["has a bad day", { status: 500, body: { error: "server_error" } }],
  ])("keeps everything when the issuer %s, and asks for no sign-in", async (_what, tokenFailure) => {
    await using world = await openWorld();
    const before = await world.remember();
    world.provider.expire();
    world.provider.habits.tokenFailure = tokenFailure;
    const signIn = world.open();
    await expect(request(signIn, world.server.url)).rejects.toMatchObject({ code: "unavailable" });
    expect(await world.remembered()).toEqual(before);
    expect(world.asked).toEqual([]);
    world.provider.habits.tokenFailure = undefined;
    expect((await request(signIn, world.server.url)).status).toBe(200);
  });

  it("[W16] takes any other refusal for the end of the refresh token, also one that is not an OAuth error", async () => {
    await using world = await openWorld();
    await world.remember();
    world.provider.expire();
    world.provider.habits.tokenFailure = { status: 400, body: "session expired" };
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
  });

  it("registers anew when the issuer has forgotten us", async () => {
    await using world = await openWorld();
    await world.remember();
    world.provider.expire();
    world.provider.habits.tokenFailure = { status: 401, body: { error: "invalid_client" } };
    await expect(request(world.open(), world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    expect(world.provider.registrations).toHaveLength(1);
  });

  it("does not write down the owner's secret on the way", async () => {
    await using world = await openWorld();
    const key = `${world.server.url}#mine`;
    await world.store.hold(key, ({ save }) => save({ issuer: world.provider.issuer, tokens: world.provider.issue() }));
    world.provider.expire();
    world.provider.revoke();
    const spec = { url: world.server.url, headers: {}, signIn: { clientId: "mine", clientSecret: "quiet" } };
    await expect(request(world.open({ spec }), world.server.url)).rejects.toMatchObject({ code: "needs_sign_in" });
    expect(await world.store.read(key)).toEqual({ issuer: world.provider.issuer });
  });

  it("keeps a sign-in in use that cannot be saved, and says so", async () => {
    const good = memoryTokenStore();
    await using world = await openWorld(good);
    await world.remember();
    world.provider.expire();
    const full = {
      read: good.read,
      hold: <T>(...[server, work]: Parameters<typeof good.hold<T>>) =>
        good.hold(server, (held) => work({ ...held, save: () => Promise.reject(new Error("disk full")) })),
    };
    const warnings: string[] = [];
    const signIn = world.open({ store: full, onWarning: (message) => void warnings.push(message) });
    expect((await request(signIn, world.server.url)).status).toBe(200);
    expect((await request(signIn, world.server.url)).status).toBe(200);
    expect(warnings).toHaveLength(1);
  });
});
