import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { changedText } from "../../src/wire/changed-frame.ts";
import { openJoined, readBytes } from "./joined.ts";

describe("a message that is changed in part", () => {
  it.each([
    [
      "a value",
      '{ "id" : 12345678901234567890, "params": {"x":1.0 , "mcpServers" : [ 1, {"a":"}"} ] ,"y":"\\u0061"} }',
      '{ "id" : 12345678901234567890, "params": {"x":1.0 , "mcpServers" : ["tenon"] ,"y":"\\u0061"} }',
    ],
    ["a value that was missing", '{"params":{"x":1e400}}', '{"params":{"x":1e400,"mcpServers":["tenon"]}}'],
    ["a value in an empty object", '{"params":{ }}', '{"params":{ "mcpServers":["tenon"]}}'],
    [
      "both of two of one name",
      '{"params":{"mcpServers":[1],"mcpServers":[2]}}',
      '{"params":{"mcpServers":["tenon"]}}',
    ],
    [
      "what is inside both of two of one name",
      '{"params":{"mcpServers":[1]},"params":{"x":1.0,"mcpServers":[2]}}',
      '{"params":{"x":1.0,"mcpServers":["tenon"]}}',
    ],
    [
      "a name that is written in another way",
      '{"params":{"mcp\\u0053ervers":[]}}',
      '{"params":{"mcp\\u0053ervers":["tenon"]}}',
    ],
  ])("changes %s, and every other byte stays", (_what, text, expected) => {
    const before = JSON.parse(text);
    const after = { ...before, params: { ...before.params, mcpServers: ["tenon"] } };
    expect(changedText(text, before, after)).toBe(expected);
  });

  it("leaves out what was removed", () => {
    const before = { a: 1, b: 2 };
    expect(changedText('{"a": 1.0,"b":2}', before, { a: 1 })).toBe('{"a":1.0}');
  });

  it("is always the changed message as JSON", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, object, fc.nat(4), (before, changes, indent) => {
        const text = JSON.stringify(before, null, indent);
        const parsed = JSON.parse(text);
        const after = { ...parsed, ...changes };
        expect(JSON.parse(changedText(text, parsed, after))).toEqual(JSON.parse(JSON.stringify(after)));
      }),
    );
  });

  it("reaches the agent with the bytes of everything else", async () => {
    const { client, agent } = openJoined({
      intercept: () => ({
        fromClient: ({ message }) => ({ message: { ...Object(message), changed: true } }),
        fromAgent: () => "pass",
        close: async () => {},
      }),
    });
    client.writes.write('{"jsonrpc":"2.0","id": 1,"method":"x","params":{"n":12345678901234567890,"f":1.0}}\n');
    const expected =
      '{"jsonrpc":"2.0","id": 1,"method":"x","params":{"n":12345678901234567890,"f":1.0},"changed":true}\n';
    expect((await readBytes(agent.reads, expected.length)).toString()).toBe(expected);
  });
});
