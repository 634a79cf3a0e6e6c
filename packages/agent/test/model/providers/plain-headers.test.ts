import { expect, it } from "vitest";

import { PlainHeaders } from "../../../src/model/providers/plain-headers.ts";

const GIVEN: readonly [string, string][] = [
  ["X-B", " two "],
  ["content-type", "text/plain"],
  ["x-b", "three"],
  ["Set-Cookie", "a=1, b"],
  ["set-cookie", "c=2"],
];

it("answers as the global Headers does", () => {
  for (const headers of [new PlainHeaders([...GIVEN]), new PlainHeaders(new Headers([...GIVEN]))]) {
    const global = new Headers([...GIVEN]);
    for (const each of [headers, global]) {
      each.set("X-C", "1");
      each.append("x-c", "2");
      each.delete("Content-Type");
    }
    expect([...headers]).toEqual([...global]);
    expect([...headers.keys()]).toEqual([...global.keys()]);
    expect([...headers.values()]).toEqual([...global.values()]);
    expect(headers.getSetCookie()).toEqual(global.getSetCookie());
    const each: string[][] = [];
    headers.forEach((value, name) => each.push([name, value]));
    expect(each).toEqual([...global]);
    for (const name of ["x-b", "X-C", "content-type"]) {
      expect([headers.get(name), headers.has(name)]).toEqual([global.get(name), global.has(name)]);
    }
  }
});

it("takes a record, and nothing", () => {
  expect([...new PlainHeaders({ "X-A": "1" })]).toEqual([["x-a", "1"]]);
  expect([...new PlainHeaders()]).toEqual([]);
});
