import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ConfiguredHub, openConfiguredHub, type Receipt } from "@tenon/hub";
import { type Problem, formatProblem } from "@tenon/hub/config";
import { decide, defaultRules } from "@tenon/policy";
import { startHttpServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { insistThatNothingIsLeft } from "./open-test-hub.ts";
import { startIdentityProvider } from "./sign-in/fixtures/identity-provider.ts";
import { startProtectedServer } from "./sign-in/fixtures/protected-server.ts";

insistThatNothingIsLeft();

it("[A-02] [A-11] a session has the client's servers and the configured ones", async () => {
  await using world = await openWorld();
  await world.write({ mcpServers: { mine: { url: world.first } } });
  await using hub = await world.open({ client: [{ type: "http", name: "theirs", url: world.second, headers: {} }] });
  await Promise.all([hub.client("theirs"), hub.client("mine")]);
  expect(hub.catalogue.tools.map(({ name }) => name)).toEqual(["mcp__theirs__echo", "mcp__mine__echo"]);
});

it("[O-03] an edit adds and removes servers, and the others stay connected", async () => {
  await using world = await openWorld();
  await world.write({ mcpServers: { stays: { url: world.first }, goes: { url: world.second } } });
  await using hub = await world.open();
  await hub.ready();
  await world.write({ mcpServers: { stays: { url: world.first }, comes: { url: world.second } } });
  await hub.reload();
  await hub.ready();
  expect(hub.catalogue.tools.map(({ server }) => server)).toEqual(["stays", "comes"]);
  expect(world.receipts.filter(({ server, state }) => server === "stays" && state === "started")).toHaveLength(1);
});

it("an edit of limits and include modes restarts nothing", async () => {
  await using world = await openWorld();
  await world.write({ mcpServers: { s: { url: world.first } } });
  await using hub = await world.open();
  await hub.ready();
  await world.write({ mcpServers: { s: { url: world.first, tools: { echo: "off" } } } });
  await hub.reload();
  expect(hub.catalogue.tools).toEqual([]);
  expect(world.receipts.filter(({ state }) => state === "started")).toHaveLength(1);
});

it("[A-23] a server that is disabled in the configuration and given by the client is on", async () => {
  await using world = await openWorld();
  await world.write({ mcpServers: { s: { url: world.first, disabled: true } } });
  await using without = await world.open();
  await without.ready();
  expect(without.catalogue.tools).toEqual([]);
  await using hub = await world.open({ client: [{ type: "http", name: "s", url: world.first, headers: {} }] });
  await hub.ready();
  expect(hub.catalogue.tools).toHaveLength(1);
});

it("[K-02] [P32] what a project declares waits for trust, and starts when it is given", async () => {
  await using world = await openWorld();
  await world.write({ mcpServers: { theirs: { url: world.first } } }, "project");
  await using hub = await world.open();
  await hub.ready();
  expect(hub.servers).toMatchObject([{ receipt: { server: "theirs", state: "waiting for trust" } }]);
  world.isTrusted = true;
  await hub.reload();
  await hub.ready();
  expect(hub.servers).toMatchObject([{ receipt: { state: "listed" } }]);
});

it("[P30] a variable that is not set fails its own server, by name, before anything starts", async () => {
  await using world = await openWorld();
  const headers = { Authorization: "Bearer ${TENON_TEST_NOT_SET}" };
  await world.write({ mcpServers: { bad: { url: world.first, headers }, good: { url: world.second } } });
  await using hub = await world.open();
  await hub.ready();
  expect(hub.servers.map(({ receipt }) => receipt.state)).toEqual(["failed", "listed"]);
  expect(hub.servers[0]?.receipt.reason).toContain("TENON_TEST_NOT_SET");
});

it("limits and include modes of the file count", async () => {
  await using world = await openWorld();
  const limits = { servers: 1 };
  await world.write({ mcpServers: { a: { url: world.first }, b: { url: world.second } }, limits, include: "manual" });
  await using hub = await world.open();
  await hub.ready();
  expect(hub.servers.map(({ receipt }) => receipt.state)).toEqual(["listed", "failed"]);
  expect(hub.offer("echo").tools).toEqual([]);
});

it("a policy that cannot be read starts nothing, and says why", async () => {
  await using world = await openWorld();
  await world.write({ mcpServers: { s: { url: world.first } }, policy: { rules: [{ effect: "maybe" }] } });
  await using hub = await world.open();
  await hub.ready();
  expect(hub.servers[0]?.receipt).toMatchObject({ state: "failed", reason: expect.stringContaining("cannot be used") });
});

it("a project's file that cannot be read makes everything ask, whatever the user allows", async () => {
  await using world = await openWorld();
  await world.write({ policy: { rules: [{ effect: "allow", when: { subject: "tool-call" } }] } });
  await world.write("{", "project");
  await using hub = await world.open({ client: [{ type: "http", name: "s", url: world.first, headers: {} }] });
  await hub.client("s");
  const call = { type: "tool-call", server: "s", tool: "echo", arguments: {} } as const;
  expect(decide(call, [defaultRules, ...hub.rules]).effect).toBe("ask");
  expect(world.problems.at(-1)?.map(formatProblem).join("\n")).toContain("everything needs your approval");
});

it("[M33] a server that the client gives is signed in to as the user's file says for its origin", async () => {
  await using world = await openWorld();
  await using provider = await startIdentityProvider();
  await using server = await startProtectedServer(provider);
  const { origin } = new URL(server.url);
  const signIn = { clientId: "mine", clientSecret: "sesame", grant: "client_credentials" };
  await world.write({ signIn: { [origin]: signIn } });
  await using hub = await world.open({ client: [{ type: "http", name: "theirs", url: server.url, headers: {} }] });
  await hub.client("theirs");
  expect(hub.catalogue.tools.map(({ name }) => name)).toContain("mcp__theirs__read");
  await hub.attach({ type: "http", name: "later", source: "client", url: server.url, headers: {} });
  await hub.client("later");
  expect(provider.authorizations).toEqual([]);
});

it("[M33] a project's file cannot say so, and a project's server does not get what the user's file says", async () => {
  await using world = await openWorld();
  await using provider = await startIdentityProvider();
  await using server = await startProtectedServer(provider);
  world.isTrusted = true;
  const { origin } = new URL(server.url);
  const signIn = { [origin]: { clientId: "mine", clientSecret: "sesame", grant: "client_credentials" } };
  await world.write({ signIn });
  await world.write({ signIn, mcpServers: { project: { url: server.url } } }, "project");
  await using hub = await world.open();
  await expect(hub.client("project")).rejects.toMatchObject({ code: "needs_sign_in" });
  expect(provider.tokenRequests).toEqual([]);
});

it.each([
  ["mcp.example.com", "must be the origin of a URL"],
  ["https://mcp.example.com/mcp", "must be the origin of a URL"],
  ["https://mcp.example.com", "the variable TENON_TEST_UNSET is not set"],
])("[M33] how to sign in to %s is a problem: %s", async (origin, message) => {
  await using world = await openWorld();
  await world.write({ signIn: { [origin]: { clientId: "mine", clientSecret: "${TENON_TEST_UNSET}" } } });
  await using hub = await world.open();
  expect(hub.configuration.problems).toContainEqual(
    expect.objectContaining({ level: "error", message: expect.stringContaining(message) }),
  );
  expect(hub.configuration.signIn).toEqual({});
});

async function openWorld() {
  const stack = new AsyncDisposableStack();
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-configured-")));
  stack.defer(() => rm(folder, { recursive: true }));
  const cwd = await mkdtemp(join(folder, "project-"));
  const userFolder = await mkdtemp(join(folder, "user-"));
  const tools = [{ name: "echo" }];
  const first = stack.use(await startHttpServer({ tools }));
  const second = stack.use(await startHttpServer({ tools }));
  const receipts: Receipt[] = [];
  const problems: (readonly Problem[])[] = [];
  const world = {
    first: first.url,
    second: second.url,
    receipts,
    problems,
    isTrusted: false,
    write: (configuration: unknown, where: "user" | "project" = "user") =>
      writeFile(
        join(where === "user" ? userFolder : cwd, "tenon.json"),
        typeof configuration === "string" ? configuration : JSON.stringify(configuration),
      ),
    open: (given: Parameters<typeof openConfiguredHub>[0]["given"] = {}): Promise<ConfiguredHub> =>
      openConfiguredHub({
        cwd,
        userFolder,
        given,
        clientInfo: { name: "test", version: "0.0.0" },
        isTrusted: () => world.isTrusted,
        onProblems: (found) => problems.push(found),
        onReceipt: (receipt) => receipts.push(receipt),
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  return world;
}
