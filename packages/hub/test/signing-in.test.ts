import { startHttpServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft, openTestHub } from "./open-test-hub.ts";
import { browser, openWorld } from "./sign-in/fixtures/world.ts";

insistThatNothingIsLeft();

it("[R-04] without a browser a server needs sign-in, says where, and delays no other", async () => {
  await using world = await openWorld();
  await using open = await startHttpServer({ tools: [{ name: "echo" }] });
  const spec = { type: "http", name: "locked", url: world.server.url, headers: {} } as const;
  await using hub = openTestHub([spec, httpSpec("open", open)]);
  const { reason } = await hub.until("locked", "needs sign-in");
  expect(reason).toMatch(/needs you to sign in at http/);
  await hub.until("open", "listed");
  await expect(hub.call("mcp__open__echo", {})).resolves.toBeDefined();
});

it("[R-03] after a sign-in the tools are there, and the next session needs none", async () => {
  await using world = await openWorld();
  const spec = { type: "http", name: "locked", url: world.server.url, headers: {} } as const;
  {
    await using hub = openTestHub([spec], { tokens: world.store });
    await hub.until("locked", "needs sign-in");
    await hub.signIn("locked", { openBrowser: browser });
    await hub.until("locked", "listed");
    expect(hub.catalogue.tools.length).toBeGreaterThan(0);
  }
  await using hub = openTestHub([spec], { tokens: world.store });
  await hub.until("locked", "listed");
  expect(hub.receipts.map(({ state }) => state)).not.toContain("needs sign-in");
});

it("with a browser the first connection signs in by itself", async () => {
  await using world = await openWorld();
  const spec = { type: "http", name: "locked", url: world.server.url, headers: {} } as const;
  await using hub = openTestHub([spec], { openBrowser: browser });
  await hub.until("locked", "listed");
  expect(hub.receipts.map(({ state }) => state)).toEqual(["declared", "admitted", "started", "listed"]);
});

it("[M32] a call that wants more rights uses the browser of the call, and is made again", async () => {
  await using world = await openWorld();
  const spec = { type: "http", name: "locked", url: world.server.url, headers: {} } as const;
  await using hub = openTestHub([spec]);
  await hub.until("locked", "needs sign-in");
  await hub.signIn("locked", { openBrowser: browser });
  const opened: string[] = [];
  const openBrowser = async (url: string) => {
    opened.push(url);
    await browser(url);
  };
  const { forModel } = await hub.call("mcp__locked__admin", {}, { openBrowser });
  expect(forModel).toMatchObject({ isError: false, parts: [{ text: "did admin" }] });
  expect(opened).toHaveLength(1);
});

it("[M32] a call on a server that has lost its sign-in waits for the new connection after the person is back", async () => {
  await using world = await openWorld();
  const spec = { type: "http", name: "locked", url: world.server.url, headers: {} } as const;
  await using hub = openTestHub([spec]);
  await hub.until("locked", "needs sign-in");
  await hub.signIn("locked", { openBrowser: browser });
  world.provider.expire();
  world.provider.revoke();
  await hub.restart("locked");
  await hub.until("locked", "needs sign-in", 2);
  let times = 0;
  const openBrowser = async (url: string) => {
    times += 1;
    await browser(url);
  };
  await expect(hub.call("mcp__locked__read", {}, { openBrowser })).resolves.toMatchObject({
    forModel: { isError: false },
  });
  expect(times).toBe(1);
});

it("[M32] rights that a call was refused for are asked for by the next sign-in, in any process", async () => {
  await using world = await openWorld();
  const spec = { type: "http", name: "locked", url: world.server.url, headers: {} } as const;
  {
    await using hub = openTestHub([spec], { tokens: world.store });
    await hub.until("locked", "needs sign-in");
    await hub.signIn("locked", { openBrowser: browser });
    await expect(hub.signIn("locked", { openBrowser: browser, ifNeeded: true })).resolves.toBe(false);
    await expect(hub.call("mcp__locked__admin", {})).rejects.toMatchObject({
      code: "needs_sign_in",
      message: "locked needs you to sign in again, to grant admin",
    });
  }
  await using hub = openTestHub([spec], { tokens: world.store });
  await hub.until("locked", "listed");
  await expect(hub.signIn("locked", { openBrowser: browser, ifNeeded: true })).resolves.toBe(true);
  await expect(hub.call("mcp__locked__admin", {})).resolves.toMatchObject({ forModel: { isError: false } });
  await expect(hub.signIn("locked", { openBrowser: browser, ifNeeded: true })).resolves.toBe(false);
});
