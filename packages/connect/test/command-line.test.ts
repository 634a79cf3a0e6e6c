import { expect, it } from "vitest";

import { lineOf } from "../src/session/command-line.ts";

it.each([
  ["npm test", [], "npm test"],
  ["/bin/sh", ["-c", "a && b"], "a && b"],
  ["/bin/sh", ["-c", "exec </dev/null; a && b"], "a && b"],
  ["/bin/sh", ["-c", 'exec "$0" "$@" </dev/null', "touch", "a b"], "touch 'a b'"],
  ["touch", ["a", "b"], "touch a b"],
  ["touch", ["it's", ""], "touch 'it'\\''s' ''"],
  ["./sh", ["-c", "true"], "./sh -c true"],
  ["/home/x/bin/bash", ["-c", "a b"], "/home/x/bin/bash -c 'a b'"],
])("a person reads %j with %j as %j", (command, args, line) => {
  expect(lineOf(command, args)).toBe(line);
});
