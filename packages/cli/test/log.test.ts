import { describe, expect, it } from "vitest";

import { BEGIN, journalFolder, oneTurn, prompt, says, turnEnd, update } from "./journal-folder.ts";

const DAY = 86_400_000;

describe("tenon log list", () => {
  it("says what to do when nothing is recorded", async () => {
    await using journal = await journalFolder();
    const { code, stdout, stderr } = await journal.log("list");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("No recorded sessions yet. Start one with: tenon run");
    expect((await journal.log("list", "--json")).stdout).toBe("[]\n");
  });

  it("shows the newest first: a short id, when, the agent, the folder, the title", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "0a1b2c3d-1", title: "Old one" }, oneTurn, BEGIN - DAY);
    await journal.record({ id: "4e5f6a7b-2", title: "New\u001B[31m one\n", agent: "claude" }, oneTurn);
    const { stdout } = await journal.log("list");
    const [heading, ...rows] = stdout.trimEnd().split("\n");
    expect(heading).toMatch(/^ID +UPDATED +AGENT +FOLDER +TITLE$/);
    expect(rows).toEqual([
      "4e5f6a7b  2026-10-01 14:30  claude  /project  New one",
      "0a1b2c3d  2026-09-30 14:30  tenon   /project  Old one",
    ]);
  });

  it("shows the title also of a session with a long agent and folder, of which it shows the end", async () => {
    await using journal = await journalFolder();
    const long = { agent: `npx -y ${"agent-".repeat(16)}acp`, cwd: `/home/ada/${"folder/".repeat(14)}mortise` };
    await journal.record({ id: "0a1b2c3d-1", title: "Fix the failing test", ...long }, oneTurn);
    await journal.record({ id: "4e5f6a7b-2", title: "Short one" }, oneTurn, BEGIN - DAY);
    const { stdout } = await journal.log("list");
    const [, first = "", second = ""] = stdout.trimEnd().split("\n");
    expect(first.length).toBeLessThanOrEqual(120);
    expect(first).toMatch(/…\S*agent-acp {2}…\S*\/mortise {2}Fix the failing test$/);
    expect(second).toMatch(/Short one$/);
  });

  it("shows so much of the ids that no two look the same", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "aaaaaaaaaa-1" }, oneTurn);
    await journal.record({ id: "aaaaaaaaaa-2" }, oneTurn);
    expect((await journal.log("list")).stdout).toMatch(/^aaaaaaaaaa-[12] .*\naaaaaaaaaa-[12] /m);
  });

  it.each([
    [["--title", "NEW"], ["new"]],
    [["--agent", "claude"], ["new"]],
    [["--cwd", "/elsewhere"], ["old"]],
    [["--since", "2026-10-01"], ["new"]],
    [["--until", "2026-09-30"], ["old"]],
    [
      ["--since", "2026-09-01 10:00", "--until", "2026-10-01"],
      ["new", "old"],
    ],
    [["--limit", "1"], ["new"]],
    [["--since", "1s"], []],
  ])("list %j gives %j", async (flags, ids) => {
    await using journal = await journalFolder();
    await journal.record({ id: "old", title: "Old one", cwd: "/elsewhere" }, oneTurn, BEGIN - DAY);
    await journal.record({ id: "new", title: "New one", agent: "claude" }, oneTurn);
    const { stdout } = await journal.log("list", "--json", ...flags);
    expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it("[M31] leaves out sessions that were never prompted, unless all are asked for", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "used" }, oneTurn, BEGIN - DAY);
    await journal.record({ id: "unused" }, []);
    const listed = async (...flags: readonly string[]) =>
      JSON.parse((await journal.log("list", "--json", ...flags)).stdout).map(({ id }: { id: string }) => id);
    expect(await listed()).toEqual(["used"]);
    expect(await listed("--all")).toEqual(["unused", "used"]);
  });

  it("says that there are more, and when none fits", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "one" }, oneTurn);
    await journal.record({ id: "two" }, oneTurn);
    expect((await journal.log("list", "--limit", "1")).stdout).toContain(
      "Older sessions are not shown; pass --limit 5 to see more.",
    );
    expect((await journal.log("list", "--title", "x")).stdout).toContain("List all with: tenon log list");
  });
});

describe("tenon log show", () => {
  it("[M31] takes the newest session that was prompted as the last one, and any if none was", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "unused-1", title: "Empty" }, []);
    expect((await journal.log("show", "last")).stdout).toContain("unused-1");
    await journal.record({ id: "used-1", title: "Notes" }, oneTurn);
    await journal.record({ id: "unused-2", title: "Empty" }, [], BEGIN + DAY);
    expect((await journal.log("show", "last")).stdout).toContain("used-1");
    expect((await journal.log("export", "last")).stdout).toContain("used-1");
  });

  it("shows the timeline: text, the call after it, text after the call", async () => {
    await using journal = await journalFolder();
    await journal.record({ title: "Notes" }, oneTurn);
    const { code, stdout, stderr } = await journal.log("show", "1111-aaaa");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        "Notes",
        "2026-10-01 14:30  tenon  /project  1111-aaaa",
        "",
        "> What is in the file?",
        "",
        "I shall look.",
        "",
        "✓ read Read notes.txt  0 ms",
        "    milk",
        "    eggs",
        "",
        "Milk and eggs.",
        "",
      ].join("\n"),
    );
  });

  it("--json gives the entries, one on each line, and --last only so many of them", async () => {
    await using journal = await journalFolder();
    await journal.record({}, oneTurn);
    const { stdout } = await journal.log("show", "last", "--json");
    const types = jsonLines(stdout).map(({ type }) => type);
    expect(types).toEqual(["user-message", "agent-message", "tool-call", "agent-message", "turn-end"]);
    const short = await journal.log("show", "last", "--json", "--last", "2");
    expect(jsonLines(short.stdout).map(({ type }) => type)).toEqual(["agent-message", "turn-end"]);
  });

  it("--raw gives every message letter for letter, also what another parser would change", async () => {
    await using journal = await journalFolder();
    const odd = '{"jsonrpc": "2.0", "method":"x/y","params":{"2":1,"1":12345678901234567890,"\\u00e9":"\u2028"}}';
    await journal.record({}, [
      { from: "agent", text: odd },
      { from: "agent", text: "no JSON" },
    ]);
    const { stdout } = await journal.log("show", "1111", "--raw");
    expect(stdout).toBe(
      `{"seq":1,"at":${BEGIN},"from":"agent","message":${odd}}\n` +
        `{"seq":2,"at":${BEGIN},"from":"agent","text":"no JSON"}\n`,
    );
  });

  it("--wire gives one line for each message, and says what a response answers", async () => {
    await using journal = await journalFolder();
    await journal.record({}, [
      ...oneTurn,
      { from: "agent", text: '{"id":9,"error":{"code":-32603,"message":"Bad\\u001b]0;luck\\u0007"}}' },
      { from: "tenon", text: '{"type":"receipt","server":"files","state":"listed"}' },
      mcp("sent", { id: 1, method: "tools/call" }),
      mcp("received", { method: "notifications/progress" }),
      mcp("received", { id: 1, method: "roots/list" }),
      mcp("received", { id: 1, result: {} }),
    ]);
    const { stdout } = await journal.log("show", "last", "--wire");
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(oneTurn.length + 6);
    expect(lines[0]).toMatch(/^ +1 {2}14:30:00\.\d{3} +\d+ {2}→ session\/new #1$/);
    expect(lines[1]).toMatch(/← session\/new #1 answered after 0 ms$/);
    expect(lines[3]).toMatch(/← session\/update agent_message_chunk$/);
    expect(lines[8]).toMatch(/← session\/prompt #2 answered after 0 ms: end_turn$/);
    expect(lines[9]).toMatch(/← #9 failed: -32603 Bad$/);
    expect(lines[10]).toMatch(/· receipt$/);
    expect(lines.slice(11).map((line) => line.slice(line.indexOf("·")))).toEqual([
      "· mcp to files: tools/call #1",
      "· mcp from files: notifications/progress",
      "· mcp from files: roots/list #1",
      "· mcp from files: tools/call #1 answered after 0 ms",
    ]);
    const { stdout: last } = await journal.log("show", "last", "--wire", "--last", "3");
    expect(last).toBe(`${lines.slice(-3).join("\n")}\n`);
  });

  it("lets nothing that was recorded act on the terminal", async () => {
    await using journal = await journalFolder();
    const evil = "\u001B]52;c;ZXZpbA==\u0007\u001B[2Jharmless\u009B31m";
    const call = { sessionUpdate: "tool_call", toolCallId: evil, title: evil, status: "completed" };
    await journal.record({ title: evil, cwd: `/${evil}`, agent: evil }, [prompt(evil), says(evil), update(call)]);
    for (const words of [["list"], ["show", "last"], ["show", "last", "--wire"], ["replay", "last", "--at-once"]]) {
      const { stdout } = await journal.log(...words);
      expect(stdout).toContain(words.includes("--wire") ? "tool_call" : "harmless");
      expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u);
    }
  });

  it("--full shows all that a tool has given", async () => {
    await using journal = await journalFolder();
    const text = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
    const content = [{ type: "content", content: { type: "text", text } }];
    const call = { sessionUpdate: "tool_call", toolCallId: "c", title: "List", status: "completed", content };
    await journal.record({}, [prompt("Go"), update(call), turnEnd()]);
    expect((await journal.log("show", "last")).stdout).not.toContain("line 99");
    expect((await journal.log("show", "last", "--full")).stdout).toContain("line 99");
  });

  it("reads a session of many pages, and exits with 0 if its reader stops early", async () => {
    await using journal = await journalFolder();
    const many = Array.from({ length: 2000 }, (_, index) => says(`${index} ${"x".repeat(100)}`));
    await journal.record({}, [prompt("Go"), ...many, turnEnd()]);
    const { stdout } = await journal.log("show", "last", "--raw");
    expect(jsonLines(stdout).map(({ seq }) => seq)).toEqual(Array.from({ length: 2002 }, (_, index) => index + 1));
    expect(await journal.piped("show last --raw", "head -n 1 >/dev/null")).toEqual({ code: 0, stderr: "" });
  });

  it("says so when there are no messages", async () => {
    await using journal = await journalFolder();
    await journal.record({}, []);
    expect((await journal.log("show", "last")).stdout).toContain("This session is empty.");
  });
});

describe("which session is meant", () => {
  it("the id its agent gave it counts too", async () => {
    await using journal = await journalFolder();
    await journal.record({ id: "one", agentSessionId: "sess_42" }, oneTurn);
    expect((await journal.log("show", "sess_42")).stdout).toContain("Milk and eggs.");
  });

  it("[exit codes] what is not there is 1, what is not clear or not understood is 2", async () => {
    await using journal = await journalFolder();
    expect(await journal.log("show", "last")).toMatchObject({ code: 1, stdout: "" });
    await journal.record({ id: "aa-1", title: "First" }, oneTurn);
    await journal.record({ id: "aa-2", title: "Second" }, oneTurn);
    const missing = await journal.log("show", "zz");
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain('No session with id "zz". List sessions with: tenon log list');
    const ambiguous = await journal.log("show", "aa");
    expect(ambiguous).toMatchObject({ code: 2, stdout: "" });
    expect(ambiguous.stderr).toMatch(/Matching sessions:\n {2}aa-\d {2}\w+\n {2}aa-\d {2}\w+\n/);
    for (const words of [
      ["show", "aa-1", "--raw", "--json"],
      ["list", "--since", "soon"],
      ["list", "--limit", "no"],
    ]) {
      expect((await journal.log(...words)).code).toBe(2);
    }
  });
});

function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function mcp(direction: "sent" | "received", message: object) {
  return { from: "tenon" as const, text: JSON.stringify({ type: "mcp-message", server: "files", direction, message }) };
}
