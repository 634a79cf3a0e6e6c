import { startHttpServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft, openTestHub } from "./open-test-hub.ts";
import { browser, openWorld } from "./sign-in/fixtures/world.ts";

insistThatNothingIsLeft();

it("[R-04] without a browser a server needs sign-in, says where, and holds nobody up", async () => {
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
