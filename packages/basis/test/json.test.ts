import { expect, it } from "vitest";

import {
  arrayOf,
  defined,
  isEqualJson,
  isObject,
  numberOf,
  objectOf,
  parseJson,
  readArray,
  stringOf,
  valueAt,
} from "../src/index.ts";

it("tells JSON objects from everything else", () => {
  expect([{}, { a: 1 }].every(isObject)).toBe(true);
  expect([null, undefined, [], "{}", 1].some(isObject)).toBe(false);
  expect(objectOf([1])).toEqual({});
});

it("takes a value of another type for an absent one", () => {
  expect([stringOf(1), numberOf("1"), numberOf(Number.NaN), arrayOf({}, isObject)]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
  expect(arrayOf([{}, 1, { a: 1 }], isObject)).toEqual([{}, { a: 1 }]);
  expect([readArray(["a", 1, "b"], stringOf), readArray("a", stringOf)]).toEqual([["a", "b"], []]);
});

it("parses JSON without throwing", () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  expect(parseJson("{")).toBeUndefined();
});

it("parses a text that is nearly all one string as JSON.parse does, whatever the string and what is around it", () => {
  const many = "x".repeat(300_000);
  const strings = [many, `${many}\\u00e9`, `${many}\t`, `\u00e9${many}\u{1f600}`, `${many}\\"`, `${many}\ud800`];
  const around = (text: string) => [
    `{"id":9007199254740993,"a":[1,{"b":"${text}"}],"__proto__":{"c":null}}`,
    ` "${text}" `,
    `{"${text}" : 1, "b":"${text}"}`,
    `{"\\"":"${text}"}`,
    `["a\\"","${text}"]`,
    `{"b":"${text}"`,
    `{"b":"${text}"}}`,
    `{"b":"${text}","b":"c"}`,
    `${"[".repeat(6_000)}"${text}"${"]".repeat(6_000)}`,
  ];
  for (const text of strings.flatMap(around)) {
    expect(isSame(parseJson(text), parsedBy(JSON.parse, text))).toBe(true);
  }
});

function parsedBy(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** By its text, except what is nested too deep to be written. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other) && one.length === 1) return isSame(one[0], other[0]);
  return JSON.stringify(one) === JSON.stringify(other);
}

it("compares JSON whatever the order of keys, and takes undefined for missing", () => {
  expect(isEqualJson({ a: [1, { b: 2 }], c: undefined }, { a: [1, { b: 2 }] })).toBe(true);
  expect(isEqualJson({ a: 1 }, { a: "1" })).toBe(false);
  expect(isEqualJson([], {})).toBe(false);
  expect(isEqualJson(JSON.parse('{"__proto__":{"a":1}}'), {})).toBe(false);
});

it("says no to values that are nested without end, instead of overflowing the stack", () => {
  const nested = () => JSON.parse("[".repeat(5_000) + "]".repeat(5_000));
  expect(isEqualJson(nested(), nested())).toBe(false);
});

it("drops fields without a value", () => {
  expect(Object.keys(defined({ a: 1, b: undefined, c: null, d: 0 }))).toEqual(["a", "c", "d"]);
});

it("finds the value at a path, and nothing where a step is missing or inherited", () => {
  const value = { items: [{ name: "a" }] };
  expect(valueAt(value, "items", 0, "name")).toBe("a");
  expect(valueAt(value, "items", "0", "name")).toBeUndefined();
  expect(valueAt(value, "items", 1, "name")).toBeUndefined();
  expect(valueAt(value, "constructor")).toBeUndefined();
});
