import { afterEach, beforeEach, expect, it } from "vitest";

import { type Home, openHome } from "./run-agent.ts";

let home: Home;
beforeEach(async () => void (home = await openHome()));
afterEach(() => home[Symbol.asyncDispose]());

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

it("[R77] --traceparent goes to the agent with every request", async () => {
  const said = { turns: [{ steps: [{ type: "say" as const, text: "Hi" }] }] };
  expect(await home.run(said, "--traceparent", TRACE, "hello")).toMatchObject({ code: 0 });
  const { stdout } = await home.tenon("log", "show", "last", "--raw");
  const sent = stdout.split("\n").filter((line) => line.includes(TRACE));
  expect(sent.map((line) => JSON.parse(line).message.method)).toEqual(
    expect.arrayContaining(["session/new", "session/prompt"]),
  );
});

it.each(["", "00-abc", `00-${"0".repeat(32)}-b7ad6b7169203331-01`, `${TRACE}\n`])(
  "refuses %j as a trace context before anything is started",
  async (given) => {
    const ended = await home.tenon("run", "--traceparent", given, "hello");
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("expected a W3C traceparent");
  },
);

it("log show --offer prints what the model was offered in a step, and why", async () => {
  const server = `${process.execPath} ${new URL(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js")).pathname}`;
  const ended = await home.tenon(
    "run",
    "--model",
    "rehearsal",
    "--policy",
    "allow",
    "--server",
    server,
    "echo message=hi",
  );
  expect(ended).toMatchObject({ code: 0 });

  const text = await home.tenon("log", "show", "last", "--offer", "1");
  expect(text.stdout).toMatch(/^Step 1 of 2: rehearsal was offered \d+ tools; tools of servers take \d+ of \d+ tokens/);
  expect(text.stdout).toMatch(/^ {2}read_file +Tenon's own\.$/m);
  expect(text.stdout).toMatch(/^ {2}mcp__.*echo +Its server was given with the session\.$/m);

  const last = await home.tenon("log", "show", "last", "--offer", "last", "--json");
  const offer = JSON.parse(last.stdout);
  expect(offer).toMatchObject({ step: 2, steps: 2, model: "rehearsal", leftOut: [] });
  expect(offer.tools).toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/echo$/), inputSchema: expect.any(Object) }),
  );

  const full = await home.tenon("log", "show", "last", "--offer", "2", "--full");
  expect(full.stdout).toContain('"type":"object"');

  expect(await home.tenon("log", "show", "last", "--offer", "3")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("2 steps"),
  });
  expect(await home.tenon("log", "show", "last", "--offer", "0")).toMatchObject({ code: 2 });
  expect(await home.tenon("log", "show", "last", "--offer", "1", "--raw")).toMatchObject({ code: 2 });
});

it("says that another agent's session has no offers", async () => {
  await home.run({}, "hello");
  const ended = await home.tenon("log", "show", "last", "--offer", "1");
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("only the Tenon agent records them") });
});
