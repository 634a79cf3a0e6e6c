import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { malformedTools, oddlyNamedTools, oddSchemaTools, type ServerScript, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const echo = { name: "echo", description: "echo" };
const revisions = ["2025-11-25", "2026-07-28"] as const;

describe.each(revisions)("a server that speaks %s", (revision) => {
  it("[P77] [P84] is listed, called, and has its receipt", async () => {
    await using server = await stdioServer({ revision, tools: [echo], instructions: "Be kind" });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    expect(hub.catalogue.tools).toMatchObject([{ name: "mcp__good__echo", server: "good", tool: "echo" }]);
    await expect(hub.call("mcp__good__echo", { text: "hi" })).resolves.toMatchObject({
      raw: { content: [{ type: "text" }] },
    });
    expect(hub.servers[0]?.info).toMatchObject({ revision, instructions: "Be kind" });
    expect(hub.receipts.map(({ state }) => state)).toEqual(["declared", "admitted", "started", "listed", "called"]);
  });

  it("[P10] is started once, also when it is asked which revision it speaks", async () => {
    await using server = await stdioServer({ revision, tools: [echo] });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    const starts = (await server.recorded()).filter(({ type }) => type === "start");
    expect(starts).toHaveLength(1);
  });

  it("[O-02] [P55] shows a tool that is added while the session runs, and loses one that is taken away", async () => {
    await using server = await stdioServer({ revision, tools: [echo] });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.until("good", "listed");
    if (revision === "2026-07-28") await server.until("listener-join");
    server.changeTools({ add: [{ name: "later" }], remove: ["echo"] });
    await expect(hub.untilTools((tools) => tools.includes("later"))).resolves.toEqual(["later"]);
  });

  it("[P79] is notified when a call is cancelled", async () => {
    await using server = await stdioServer({
      revision,
      tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }],
    });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    const cancel = new AbortController();
    const call = hub.call("mcp__good__wait", {}, { signal: cancel.signal });
    await server.until("call-start");
    cancel.abort();
    await expect(call).rejects.toThrow();
    await expect(server.until("call-cancel")).resolves.toMatchObject({ by: "message" });
  });

  it("[P80] shows its progress", async () => {
    const call = [{ type: "progress", times: 3, total: 3, message: "going" } as const, { type: "echo" } as const];
    await using server = await stdioServer({ revision, tools: [{ name: "work", call }] });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    const seen: number[] = [];
    await hub.call("mcp__good__work", {}, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3]);
  });

  it("[P53] [P-01] is listed with all its pages", async () => {
    const tools = Array.from({ length: 101 }, (_, index) => ({ name: `tool-${String(index).padStart(3, "0")}` }));
    await using server = await stdioServer({ revision, tools, pageSize: 7 });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    expect(hub.catalogue.tools.map(({ tool }) => tool)).toEqual(tools.map(({ name }) => name));
  });

  it.each(["empty-string", "repeating", "looping"] as const)(
    "[P54] is not listed for ever: %s cursors",
    async (cursors) => {
      const script: ServerScript = {
        revision,
        tools: [echo, { name: "more" }],
        pageSize: 1,
        misbehaviour: { cursors },
      };
      await using server = await stdioServer(script);
      await using hub = openTestHub([stdioSpec("good", server)]);
      await hub.ready();
      expect(hub.catalogue.tools.map(({ tool }) => tool)).toEqual(
        cursors === "repeating" ? ["echo"] : ["echo", "more"],
      );
    },
  );

  it("[P56] loses only the malformed tools, and says which", async () => {
    const toolListEntries = Object.values(malformedTools);
    await using server = await stdioServer({ revision, tools: [echo], misbehaviour: { toolListEntries } });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    expect(hub.catalogue.tools.map(({ tool }) => tool)).toEqual([
      "description-is-object",
      "echo",
      "input-schema-without-type",
      "missing-input-schema",
    ]);
    expect(hub.warnings.join("\n")).toContain("input-schema-is-array (its inputSchema is not an object)");
  });

  it("[P57] [P58] [A-17] keeps tools with hard schemas", async () => {
    const tools = Object.values(oddSchemaTools);
    await using server = await stdioServer({ revision, tools });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    expect(hub.catalogue.tools).toHaveLength(tools.length);
    for (const { name, tool } of hub.catalogue.tools) {
      const listed: { readonly name: string; readonly inputSchema?: unknown } | undefined = tools.find(
        ({ name }) => name === tool,
      );
      expect(hub.catalogue.byName.get(name)?.inputSchema).toEqual(listed?.inputSchema ?? { type: "object" });
    }
  });

  it("[P64] [P65] [P66] gives every tool a name that every provider takes, and calls the right one", async () => {
    const tools = Object.values(oddlyNamedTools).map((tool) => ({
      ...tool,
      call: [{ type: "result", result: { content: [{ type: "text", text: tool.name }] } } as const],
    }));
    await using server = await stdioServer({ revision, tools });
    await using hub = openTestHub([stdioSpec("my server", server)]);
    await hub.ready();
    expect(new Set(hub.catalogue.tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name, tool } of hub.catalogue.tools) {
      expect(name).toMatch(/^mcp__[A-Za-z0-9_-]{1,59}$/);
      await expect(hub.call(name, {})).resolves.toMatchObject({ raw: { content: [{ text: tool }] } });
    }
  });

  it("[Q-06] keeps every block of a result, also of unknown kinds, and what stands beside them", async () => {
    const result = {
      content: [
        { type: "text", text: "a", annotations: { audience: ["user"] } },
        { type: "image", data: "AA==", mimeType: "image/png" },
        { type: "audio", data: "AA==", mimeType: "audio/wav" },
        { type: "resource", resource: { uri: "a:b", blob: "AA==" } },
        { type: "resource_link", uri: "a:b", name: "b" },
        { type: "hologram", depth: 3 },
      ],
      structuredContent: { a: [1, null] },
      isError: true,
    };
    await using server = await stdioServer({ revision, tools: [{ name: "all", call: [{ type: "result", result }] }] });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    await expect(hub.call("mcp__good__all", {})).resolves.toMatchObject({ raw: result });
  });

  it("[P25] takes a result of 12 MB, and the next call works", async () => {
    const call = [{ type: "bytes", bytes: 12 * 1024 * 1024, as: "image" } as const];
    await using server = await stdioServer({ revision, tools: [{ name: "big", call }, echo] });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    const { raw } = await hub.call("mcp__good__big", {});
    expect(JSON.stringify(raw).length).toBeGreaterThan(12 * 1024 * 1024);
    await expect(hub.call("mcp__good__echo", {})).resolves.toBeDefined();
  });

  it("[O-06] answers fifty calls at once, each with its own result", async () => {
    await using server = await stdioServer({ revision, tools: [echo] });
    await using hub = openTestHub([stdioSpec("good", server)]);
    await hub.ready();
    const nonces = Array.from({ length: 50 }, (_, index) => `nonce-${index}`);
    const results = await Promise.all(nonces.map((nonce) => hub.call("mcp__good__echo", { nonce })));
    expect(results.map((result) => /nonce-\d+/.exec(JSON.stringify(result.raw))?.[0])).toEqual(nonces);
  });
});

describe("a server with bad manners", () => {
  it.each<[string, ServerScript["misbehaviour"]]>([
    ["[P23] prints banners and logs", { stdio: { stdoutNoise: ["banner", "json-log", "ansi", "blank-lines"] } }],
    ["[P24] begins with a byte order mark", { stdio: { byteOrderMark: true } }],
    ["[P24] ends its lines with CRLF", { stdio: { lineEnding: "crlf" } }],
    ["[P18] floods its standard error", { stdio: { stderrFloodBytes: 4 * 1024 * 1024 } }],
    ["[P51] is silent when asked for its revision", { silentOn: ["server/discover"] }],
    ["[P51] exits when asked for its revision", { exitOn: { "server/discover": { exitCode: 1 } } }],
    ["[O-18] says that its tools changed, again and again", { listChangedAfterStart: 10 }],
    ["answers with its ids as text", { responseIds: "string" }],
    ["[P2] is started through a shell", { stdio: { wrapper: "sh" } }],
    ["[P2] is started through a wrapper", { stdio: { wrapper: "node" } }],
  ])("%s, and works all the same", async (_, misbehaviour) => {
    await using server = await stdioServer({
      revision: "2025-11-25",
      tools: [echo],
      ...(misbehaviour && { misbehaviour }),
    });
    await using hub = openTestHub([stdioSpec("rude", server)], { limits: { quietMs: 200 } });
    await hub.until("rude", "listed");
    await expect(hub.call("mcp__rude__echo", {})).resolves.toBeDefined();
  });

  it("[B-08] that prints to stdout is reported once, by name", async () => {
    await using server = await stdioServer({ tools: [echo], misbehaviour: { stdio: { stdoutNoise: ["banner"] } } });
    await using hub = openTestHub([stdioSpec("rude", server)]);
    await hub.until("rude", "listed");
    await hub.call("mcp__rude__echo", {});
    expect(hub.warnings.filter((warning) => warning.includes("prints to stdout"))).toHaveLength(1);
  });

  it("[P63] [R-07] whose tools cannot be listed has failed, with its own words", async () => {
    const errorOn = { "tools/list": { code: -32_603, message: "fetch failed" } };
    await using server = await stdioServer({ tools: [echo], misbehaviour: { errorOn } });
    await using hub = openTestHub([stdioSpec("rude", server)]);
    await expect(hub.until("rude", "failed")).resolves.toMatchObject({
      reason: expect.stringContaining("fetch failed"),
    });
  });

  it("[P19] [U-04] that exits at once has failed, with exit code and last words", async () => {
    const stdio = { exitAtOnce: { exitCode: 3, stderr: "no license" } };
    await using server = await stdioServer({ misbehaviour: { stdio } });
    await using hub = openTestHub([stdioSpec("rude", server)]);
    const { reason } = await hub.until("rude", "failed");
    expect(reason).toMatch(/exited with code 3.*no license/s);
  });

  it("[P19] that closes its stdin before it exits has failed with its last words, not with a broken pipe", async () => {
    const args = ["-c", "exec 0<&-; sleep 0.2; echo no license >&2; exit 3"];
    await using hub = openTestHub([{ type: "stdio", name: "rude", command: "/bin/sh", args, env: {} }]);
    const { reason } = await hub.until("rude", "failed");
    expect(reason).toMatch(/exited with code 3.*no license/s);
  });

  it("[H-04] that fails at its first start is there after the second", async () => {
    const misbehaviour = { onlyFirstStarts: 1, stdio: { exitAtOnce: { exitCode: 1 } } };
    await using server = await stdioServer({ tools: [echo], misbehaviour });
    await using hub = openTestHub([stdioSpec("rude", server)], { limits: { quietMs: 200 } });
    await hub.until("rude", "listed");
    await expect(hub.call("mcp__rude__echo", {})).resolves.toBeDefined();
  });
});

describe("a crash", () => {
  const crash = { name: "crash", call: [{ type: "crash", exitCode: 9, stderr: "segfault\n" } as const] };

  it("[P13] [O-08] fails the call at once, with exit code and last words; [P11] [P12] the next calls work", async () => {
    await using server = await stdioServer({ tools: [echo, crash] });
    await using hub = openTestHub([stdioSpec("shaky", server)]);
    await hub.ready();
    await expect(hub.call("mcp__shaky__crash", {})).rejects.toThrow(/exited with code 9.*segfault/s);
    for (let call = 0; call < 3; call += 1) await expect(hub.call("mcp__shaky__echo", {})).resolves.toBeDefined();
    expect(hub.catalogue.tools).toHaveLength(2);
    expect((await server.recorded()).filter(({ type }) => type === "start")).toHaveLength(2);
  });

  it("[O-17] does not repeat the call", async () => {
    await using server = await stdioServer({ tools: [echo, crash] });
    await using hub = openTestHub([stdioSpec("shaky", server)]);
    await hub.ready();
    await expect(hub.call("mcp__shaky__crash", {})).rejects.toThrow();
    await hub.call("mcp__shaky__echo", {});
    expect(
      (await server.recorded()).filter((record) => record.type === "call-start" && record.tool === "crash"),
    ).toHaveLength(1);
  });

  it("[P8] nothing comes back after the end of the hub", async () => {
    await using server = await stdioServer({ tools: [echo, crash] });
    const hub = openTestHub([stdioSpec("shaky", server)]);
    await hub.ready();
    await hub.call("mcp__shaky__crash", {}).catch(() => {});
    await hub.close();
    const starts = (await server.recorded()).filter(({ type }) => type === "start").length;
    await expect(hub.call("mcp__shaky__echo", {})).rejects.toMatchObject({ code: "stopped" });
    expect((await server.recorded()).filter(({ type }) => type === "start")).toHaveLength(starts);
  });
});

it("[K-01] [P28] a server sees none of our secrets, and [R110] sees what it was given and the session's folder", async () => {
  const call = [{ type: "report", of: ["environment", "cwd"] } as const];
  await using server = await stdioServer({ tools: [{ name: "look", call }] });
  const spec = stdioSpec("spy", server);
  await using hub = openTestHub([{ ...spec, env: { ...server.env, GIVEN: "yes" } } as typeof spec], {
    cwd: "/",
    environment: { ...process.env, OPENAI_API_KEY: "sk-sentinel", HOME: "/home/somebody" },
  });
  await hub.ready();
  const seen = JSON.stringify(await hub.call("mcp__spy__look", {}));
  expect(seen).not.toContain("sk-sentinel");
  expect(seen).toContain("GIVEN");
  expect(seen).toContain("/home/somebody");
});

it("[U-07] a program given by its full path finds its neighbours", async () => {
  await using server = await stdioServer({ tools: [echo] });
  const folder = await mkdtemp(join(tmpdir(), "tenon-neighbours-"));
  await symlink(process.execPath, join(folder, "a-node-of-its-own"));
  const words = server.args.map((word) => `'${word}'`).join(" ");
  await writeFile(join(folder, "start"), `#!/bin/sh\nexec a-node-of-its-own ${words}\n`, { mode: 0o755 });
  const spec = { ...stdioSpec("s", server), command: join(folder, "start"), args: [] } as ReturnType<typeof stdioSpec>;
  await using hub = openTestHub([spec]);
  await hub.until("s", "listed");
  await rm(folder, { recursive: true });
});

it("[U-01] a command that is not there is named, with the path that was searched, and not tried again", async () => {
  const spec = { type: "stdio", name: "gone", command: "no-such-server", args: [], env: { PATH: "/nowhere" } } as const;
  await using hub = openTestHub([spec]);
  const { reason } = await hub.until("gone", "failed");
  expect(reason).toMatch(/no-such-server.*\/nowhere/s);
  await expect(hub.call("mcp__gone__x", {})).rejects.toMatchObject({ code: "unknown" });
});

it("[H-02] [P15] [P61] a slow server joins when it is ready, and is started once", async () => {
  await using slow = await stdioServer({
    tools: [echo],
    misbehaviour: { holdOn: { initialize: "go", "server/discover": "go" } },
  });
  await using quick = await stdioServer({ tools: [echo] });
  await using hub = openTestHub([stdioSpec("slow", slow), stdioSpec("quick", quick)]);
  await hub.until("quick", "listed");
  expect(hub.catalogue.tools.map(({ server }) => server)).toEqual(["quick"]);
  slow.release("go");
  await hub.until("slow", "listed");
  expect(hub.catalogue.tools.map(({ server }) => server)).toEqual(["slow", "quick"]);
  expect((await slow.recorded()).filter(({ type }) => type === "start")).toHaveLength(1);
});

it("[A-10] functions of the program are tools like the others", async () => {
  const double = async (args: Readonly<Record<string, unknown>>) => Number(args["n"]) * 2;
  const fail = () => Promise.reject(new Error("no luck"));
  const tools = [
    { name: "double", run: double },
    { name: "fail", run: fail },
  ];
  await using hub = openTestHub([{ type: "functions", name: "mine", tools }]);
  await hub.ready();
  await expect(hub.call("mcp__mine__double", { n: 21 })).resolves.toMatchObject({ raw: { structuredContent: 42 } });
  await expect(hub.call("mcp__mine__fail", {})).resolves.toMatchObject({ raw: { isError: true } });
});

it("[O-03] [P-04] servers are attached and detached while the session lives, and the others stay", async () => {
  await using first = await stdioServer({ tools: [echo] });
  await using second = await stdioServer({ tools: [echo] });
  await using hub = openTestHub([stdioSpec("first", first)]);
  await hub.until("first", "listed");
  await hub.attach(stdioSpec("second", second));
  await hub.until("second", "listed");
  expect(hub.catalogue.tools.map(({ name }) => name)).toEqual(["mcp__first__echo", "mcp__second__echo"]);
  await hub.detach("second");
  await second.until("input-end");
  expect(hub.catalogue.tools.map(({ name }) => name)).toEqual(["mcp__first__echo"]);
  expect((await first.recorded()).filter(({ type }) => type === "start")).toHaveLength(1);
});
