import fc from "fast-check";
import { expect, it } from "vitest";

import { exactId, parseMessage, withNumbers, writeMessage } from "../src/index.ts";

it("writes large strings as JSON.stringify does, whatever is in them", () => {
  const large = ["x", 'a "quoted" \\ line\n', "\u{1f600}", "\ud800", "\u2028"].map((part) => part.repeat(70_000));
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(fc.array(fc.oneof(value, fc.constantFrom(...large)), { maxLength: 4 }), value, (items, other) => {
      const message = { jsonrpc: "2.0", id: 1, result: { items, other, none: undefined, '"': [items, null] } };
      expect(writeMessage(message) === JSON.stringify(message)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it("[R163] keeps ids apart that JavaScript would round, and writes them as they came", () => {
  const [one, other] = [parseMessage('{"id":9007199254740993,"method":"a"}'), parseMessage('{"id":9007199254740992}')];
  expect(one).not.toMatchObject(Object(other));
  const answer = { jsonrpc: "2.0", ...Object(one), method: undefined, result: "9007199254740993" };
  expect(writeMessage(answer)).toBe('{"jsonrpc":"2.0","id":9007199254740993,"result":"9007199254740993"}');
  const cancel = '{"method":"$/cancel_request","params":{"requestId":12345678901234567890}}';
  expect(writeMessage(parseMessage(cancel))).toBe(cancel);
  expect(withNumbers(JSON.stringify({ id: exactId("1e400") }))).toBe('{"id":1e400}');
  expect(["7", '"7"', "{}"].map(exactId)).toEqual([7, "7", ""]);
});
