import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createRecordRedaction } from "../../src/index.ts";

const SECRET = "Tr0ub4dor-and-3/4";

it("[M45] hides secrets in a record of more than a mebibyte, and leaves its images and numbers as they are", () => {
  const image = "iVBORw0KGgo+".repeat(200_000);
  const record = (text: string) => ({
    from: "client",
    text: `{"id":12345678901234567890,"data":"${image}","text":"${text}"}`,
  });
  const session = createRecordRedaction({ secrets: [SECRET] }).open();
  expect(session.take([record("Hello")])).toEqual([record("Hello")]);
  const [hidden] = session.take([record(`It is ${SECRET}`)]);
  expect(hidden?.text).toContain(`"data":"${image}","text":"It is [redacted]"`);
});

describe("[H6] a text that is streamed", () => {
  it.each(["agent_message_chunk", "agent_thought_chunk", "user_message_chunk"])(
    "hides a known value in a %s however it is cut",
    (kind) => {
      fc.assert(
        fc.property(fc.array(fc.nat({ max: 60 }), { maxLength: 12 }), (cuts) => {
          const text = `The password is ${SECRET}, and Tr0ub stays.`;
          const { texts } = play(cut(text, cuts).map((piece) => chunk(piece, { kind })));
          expect(texts.join("")).not.toContain(SECRET.slice(3));
          expect(texts.join("").replace(/T?r?0?\[redacted\]/, "*")).toBe("The password is *, and Tr0ub stays.");
        }),
      );
    },
  );

  it("is recorded piece by piece, each as it came, while nothing in it may be a secret", () => {
    const records = ["Hello ", "world. The ", "password is set."].map((piece) => chunk(piece));
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    for (const record of records) expect(session.take([record])).toEqual([record]);
    expect(session.flush()).toEqual([]);
  });

  it("withholds no more than what may become a secret, and has it in the next record", () => {
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    expect(textsOf(session.take([chunk("It is Tr0ub4")]))).toEqual(["It is "]);
    expect(textsOf(session.take([chunk(" or so")]))).toEqual(["Tr0ub4 or so"]);
  });

  it.each([
    ["the answer to the prompt", agent({ id: 1, result: { stopReason: "cancelled" } })],
    ["a tool call", update({ sessionUpdate: "tool_call", toolCallId: "c", title: "Read" })],
    ["a message of another kind", chunk("Hm", { kind: "agent_thought_chunk" })],
    ["another message", chunk("Next", { messageId: "m2" })],
    ["the interruption of a crash", { from: "tenon", text: '{"type":"interruption"}' }],
  ])("has all of it in the record before %s, but for the beginning of a secret", (_, next) => {
    for (const [text, written] of [
      ["See src/auth/login", "login"],
      ["It is Tr0ub4", "[redacted]"],
      ["It is ghp_abcdefghijklmnop", "[redacted]"],
    ] as const) {
      const session = createRecordRedaction({ secrets: [SECRET] }).open();
      session.take([chunk(text)]);
      const [rest, ...others] = session.take([next]);
      expect(rest && textOf(rest)).toBe(written);
      expect(others).toEqual([next]);
      expect(session.flush()).toEqual([]);
    }
  });

  const prompt = client({ id: 9, method: "session/prompt", params: { sessionId: "s", prompt: [] } });
  it.each([
    ["a cancellation", client({ method: "session/cancel", params: { sessionId: "s" } })],
    ["a prompt that is queued", prompt],
    ["the client's answer", client({ id: 3, result: { outcome: { outcome: "cancelled" } } })],
    ["a request of the agent", agent({ id: 3, method: "session/request_permission", params: { sessionId: "s" } })],
    ["the agent's answer to another request", agent({ id: 7, result: { modes: [] } })],
    ["the agent's refusal of another request", agent({ id: 7, error: { code: -32602, message: "No such mode" } })],
    ["an event of ours", { from: "tenon", text: '{"type":"prompt","text":"Next"}' }],
  ])("is not ended by %s, and no secret is recorded in two halves", (_, between) => {
    for (const [first, second] of [
      ["It is Tr0ub4d", "or-and-3/4!"],
      ["It is ghp_abcdefghijklmnop", "qrstuvwxyz0123456789!"],
    ] as const) {
      const session = createRecordRedaction({ secrets: [SECRET] }).open();
      session.take([prompt]);
      expect(textsOf(session.take([chunk(first)]))).toEqual(["It is "]);
      expect(session.take([between])).toEqual([between]);
      expect(textsOf(session.take([chunk(second)]))).toEqual(["[redacted]!"]);
    }
  });

  it("is ended by the agent's refusal of its prompt", () => {
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    session.take([prompt, chunk("See src/auth/login")]);
    const refusal = agent({ id: 9, error: { code: -32603, message: "Overloaded" } });
    const [rest, ...others] = session.take([refusal]);
    expect(rest && textOf(rest)).toBe("login");
    expect(others).toEqual([refusal]);
  });

  it("is not ended by messages beside it", () => {
    const usage = update({ sessionUpdate: "usage_update", used: 1, size: 2 });
    const { texts } = play([chunk("It is Tr0ub4d"), usage, chunk("or-and-3/4!")]);
    expect(texts.join("")).toBe("It is [redacted]!");
  });

  it("needs no further record for what is written together", () => {
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    const end = agent({ id: 1, result: { stopReason: "end_turn" } });
    const first = chunk("See src/auth/login");
    expect(session.take([first, end])).toEqual([first, end]);
  });

  it("hides a known value in the output of a terminal, which goes on beside the answer", () => {
    const output = (text: string) => ({
      from: "tenon",
      text: JSON.stringify({ type: "terminal-output", terminalId: "t", text }),
    });
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    const call = update({ sessionUpdate: "tool_call", toolCallId: "c", title: "Read" });
    const records = [output("pass=Tr0ub4do"), chunk("Running"), call, output("r-and-3/4\n"), output("done Tr0ub4")];
    const written = [...records.flatMap((record) => session.take([record])), ...session.flush()];
    const text = written.flatMap(({ from, text }) => (from === "tenon" ? [JSON.parse(text).text] : [])).join("");
    expect(text).toBe("pass=[redacted]\ndone [redacted]");
  });

  it("hides the beginning of a known value at the end of what a tool call has so far", () => {
    const grown = (text: string, status: string) =>
      update({
        sessionUpdate: "tool_call_update",
        toolCallId: "c",
        status,
        content: [{ type: "content", content: { type: "text", text } }],
      });
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    const [growing] = session.take([grown("it: Tr0ub4dor", "in_progress")]);
    expect(growing?.text).toContain('"it: [redacted]"');
    const [whole] = session.take([grown("it: Tr0ub4dor", "completed")]);
    expect(whole?.text).toContain('"it: Tr0ub4dor"');
  });

  it("[R81] leaves the ids of a tool call that runs, however they end", () => {
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    const fields = { sessionUpdate: "tool_call_update", toolCallId: "call-Tr0u", status: "in_progress" };
    const terminal = update({ ...fields, content: [{ type: "terminal", terminalId: "terminal-Tr0u" }] });
    expect(session.take([terminal])).toEqual([terminal]);
    const [shown] = session.take([update({ ...fields, rawInput: { text: "it: Tr0ub4dor" } })]);
    expect(JSON.parse(shown?.text ?? "").params.update).toEqual({ ...fields, rawInput: { text: "it: [redacted]" } });
  });

  it.each([
    ["in another order", { status: "in_progress", toolCallId: "c" }],
    ["behind much else", { _meta: { note: "x".repeat(600) }, status: "in_progress" }],
    ["with the status of something else before it", { _meta: { status: "completed" }, status: "in_progress" }],
    ["without a status", {}],
  ])("is recognised as growing with the fields of its update %s", (_, fields) => {
    const content = [{ type: "content", content: { type: "text", text: "it: Tr0ub4dor" } }];
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    const [growing] = session.take([update({ ...fields, content, sessionUpdate: "tool_call_update" })]);
    expect(growing?.text).toContain('"it: [redacted]"');
    const [output] = session.take([client({ id: 1, result: { truncated: false, output: "it: Tr0ub4dor" } })]);
    expect(output?.text).toContain('"it: [redacted]"');
  });

  it("takes memory and time in proportion to what may become a secret, and not to the text", () => {
    const session = createRecordRedaction({ secrets: ["a".repeat(3_000)] }).open();
    for (const text of ["a".repeat(511), "eyJ", "ghp_a", ".sk-".repeat(1_000), "-----BEGIN PRIVATE KEY-----"]) {
      for (let count = 0; count < 100; count += 1) {
        for (const record of session.take([chunk(text)])) expect(record.text.length).toBeLessThan(10_000);
      }
      expect(session.flush().length).toBeLessThan(2);
    }
  });
});

describe("[K-15] known values", () => {
  const basic = Buffer.from(`me:${SECRET}`).toString("base64");
  it.each([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify({ a: SECRET })],
    ["in JSON in JSON", JSON.stringify({ a: JSON.stringify({ b: SECRET }) })],
    ["URL-encoded", `https://example.com/?q=${encodeURIComponent(SECRET)}`],
    ["in base64", Buffer.from(SECRET).toString("base64")],
    ["within base64", Buffer.from(`ab${SECRET}cd`).toString("base64")],
    ["in Basic credentials", basic],
  ])("are hidden %s", (_, text) => {
    const { texts } = play([chunk(`x ${text} y`)]);
    expect(texts.join("")).toContain("[redacted]");
    for (const part of [SECRET.slice(4), encodeURIComponent(SECRET).slice(4), basic.slice(6, -4)]) {
      expect(texts.join("")).not.toContain(part);
    }
  });

  it.each([
    ["variable", { env: [{ name: "PLAIN", value: "q8Zr2LkPw0Xy7TnVb3Mc" }] }, "q8Zr2LkPw0Xy7TnVb3Mc"],
    ["short variable with a plain name", { env: [{ name: "DB", value: "Zx9Qw7Lm2" }] }, "Zx9Qw7Lm2"],
    ["header", { headers: [{ name: "X-Team", value: "team-42-blue" }] }, "team-42-blue"],
    ["Basic header", { headers: [{ name: "Authorization", value: `Basic ${basic}` }] }, SECRET],
    ["argument", { args: ["-y", "--token", "plain-words-1"] }, "plain-words-1"],
    ["argument in one word", { args: ["--api-key=plain-words-1"] }, "plain-words-1"],
    ["part of the address", { url: "https://mcp.example.com/aB3dE5fG7hJ9kL1mN3pQ/sse" }, "aB3dE5fG7hJ9kL1mN3pQ"],
    ["password in the address", { url: "https://me:plain-words-1@mcp.example.com/" }, "plain-words-1"],
  ])("are those that a server is given from then on: a %s", (_, given, value) => {
    const redaction = createRecordRedaction();
    const session = redaction.open();
    const params = { cwd: "/", mcpServers: [{ name: "s", ...given }] };
    const written = session.take([client({ id: 1, method: "session/new", params }), chunk(`It is ${value}.`)]);
    expect(written.map(({ text }) => text).join("\n")).not.toContain(value);
    // Sessions that are open already too.
    expect(redaction.redact(`A title with ${value}`)).toBe("A title with [redacted]");
  });

  it("leave a message without one letter for letter, and a message with one as JSON", () => {
    const plain = '{"b": 12345678901234567890, "2":1,"1":"\\u00e9","b":1.0}';
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    expect(session.take([{ from: "agent", text: plain }])).toEqual([{ from: "agent", text: plain }]);
    const [hidden] = session.take([{ from: "agent", text: `{"a":"say \\"${SECRET}\\"","password":"x"}` }]);
    expect(JSON.parse(hidden?.text ?? "")).toEqual({ a: 'say "[redacted]"', password: "[redacted]" });
  });

  it("are found behind escapes that JSON does not need", () => {
    const session = createRecordRedaction({ secrets: [SECRET] }).open();
    const [hidden] = session.take([{ from: "agent", text: `{"a":"${SECRET.replaceAll("/", "\\/")}"}` }]);
    expect(hidden?.text).toBe('{"a":"[redacted]"}');
  });
});

/** What is written of these records, one after another, by a redaction that knows the secret. */
function play(records: readonly { readonly from: string; readonly text: string }[]) {
  const session = createRecordRedaction({ secrets: [SECRET] }).open();
  const written = [...records.flatMap((record) => session.take([record])), ...session.flush()];
  return { texts: textsOf(written) };
}

function textsOf(records: readonly { readonly text: string }[]): readonly string[] {
  return records.map(textOf).filter((text) => text !== undefined);
}

function textOf({ text }: { readonly text: string }): string | undefined {
  return JSON.parse(text).params?.update?.content?.text;
}

function cut(text: string, cuts: readonly number[]): readonly string[] {
  const ends = [0, ...cuts.map((at) => Math.min(at, text.length)).toSorted((one, other) => one - other), text.length];
  return ends.slice(1).map((end, index) => text.slice(ends[index], end));
}

function chunk(text: string, { kind = "agent_message_chunk", messageId = "m" } = {}) {
  return update({ sessionUpdate: kind, messageId, content: { type: "text", text } });
}

function update(fields: object) {
  return agent({ method: "session/update", params: { sessionId: "s", update: fields } });
}

function agent(message: object) {
  return { from: "agent", text: JSON.stringify({ jsonrpc: "2.0", ...message }) };
}

function client(message: object) {
  return { from: "client", text: JSON.stringify({ jsonrpc: "2.0", ...message }) };
}
