import { describe, expect, it } from "vitest";

import { choicesFor, grantTarget } from "../../src/index.ts";

const target = grantTarget({ type: "tool-call", server: "github", tool: "create_issue" })!;

describe("[D-14] the choices a person has", () => {
  it("each say what they mean, and at least one allows and one rejects", () => {
    const choices = choicesFor(target, "/ws");
    expect(choices.map(({ kind, name }) => [kind, name])).toEqual([
      ["allow_once", "Allow once"],
      ["allow_always", 'Allow tool "create_issue" of "github", with any arguments, in "/ws", until this session ends'],
      ["allow_always", 'Allow tool "create_issue" of "github", with any arguments, in "/ws", until you revoke it'],
      [
        "allow_always",
        'Allow tool "create_issue" of "github", with any arguments, in every project, until you revoke it',
      ],
      ["reject_once", "Reject once"],
      ["reject_always", 'Reject tool "create_issue" of "github", with any arguments, in "/ws", until you revoke it'],
    ]);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
  });

  it("remember nothing for an answer that is given once", () => {
    for (const { kind, remember } of choicesFor(target)) expect(remember === undefined).toBe(kind.endsWith("_once"));
  });
});
