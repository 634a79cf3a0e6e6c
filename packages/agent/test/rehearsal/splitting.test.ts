import { describe, expect, it } from "vitest";

import { splitRequest } from "../../src/model/rehearsal/split-request.ts";

describe("splitting a prompt into requests", () => {
  it.each<readonly [prompt: string, requests: readonly string[]]>([
    ["read a.txt", ["read a.txt"]],
    ["", []],
    ["read a.txt and b.txt", ["read a.txt and b.txt"]],
    ["read a.txt and then list src", ["read a.txt", "list src"]],
    ["read a.txt, then list src. Then run `ls`", ["read a.txt", "list src", "run `ls`"]],
    ["read a.txt; list src", ["read a.txt", "list src"]],
    ["read a.txt\nlist src\n", ["read a.txt", "list src"]],
    ["Please do this:\n1. read a.txt\n2) list src", ["read a.txt", "list src"]],
    ["- read a.txt\n- list src", ["read a.txt", "list src"]],
    ["create an issue\ntitle=x\nlabel=y", ["create an issue\ntitle=x\nlabel=y"]],
    ['say "first; and then second"', ['say "first; and then second"']],
    ["run ```\na; b\nc\n```", ["run ```\na; b\nc\n```"]],
    ["write this to a.md:\none; then two\nthree", ["write this to a.md:\none; then two\nthree"]],
  ])("%j", (prompt, requests) => expect(splitRequest(prompt)).toEqual(requests));
});
