import { describe, expect, it } from "vitest";

import { choicesFor, grantTarget, type Subject } from "../../src/index.ts";

const target = grantTarget({ type: "tool-call", server: "github", tool: "create_issue" })!;

describe("[D-14] the choices of a permission request", () => {
  it("each say what they mean, and at least one allows and one rejects", () => {
    const choices = choicesFor(target, "/ws");
    expect(choices.map(({ kind, name }) => [kind, name])).toEqual([
      ["allow_once", "Allow once"],
      ["allow_always", 'Allow any call to "create_issue" of "github", until this session ends'],
      ["allow_always", 'Allow any call to "create_issue" of "github", always in "/ws"'],
      ["allow_always", 'Allow any call to "create_issue" of "github", always, in every project'],
      ["reject_once", "Reject once"],
      ["reject_always", 'Reject any call to "create_issue" of "github", always in "/ws"'],
    ]);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
  });

  it.each<[Subject]>([
    [
      {
        type: "tool-call",
        server: "a-server-of-many-words",
        tool: "a_tool_with_a_name_of_sixty_four_characters_as_some_are",
      },
    ],
    [{ type: "command", command: "npm", args: ["run", "build", "--", ..."--verbose ".repeat(500).split(" ")] }],
    [{ type: "command", shell: "echo one\necho two\n".repeat(500) }],
    [{ type: "url", url: "https://a.name.of.many.parts.and.more.example.com/page", network: "link-local" }],
    [{ type: "path", path: `/home/ada/${"deep/".repeat(100)}notes.txt`, access: "write", roots: [] }],
    [{ type: "path", path: "\u{202e}".repeat(300), access: "read", roots: [] }],
  ])("[J-05] fit in one short line, each with its whole extent: %j", (subject) => {
    const folder = `/home/ada/${"projects/".repeat(30)}web`;
    const names = choicesFor(grantTarget(subject)!, folder).map(({ name }) => name);
    for (const name of names) expect(name).toMatch(/^\P{Cc}{1,80}$/u);
    expect(new Set(names).size).toBe(names.length);
    expect(names[1]).toMatch(/^Allow .+, until this session ends$/);
    expect(names[2]).toMatch(/^Allow .+, always in "….*web"$/);
    expect(names[3]).toMatch(/^Allow .+, always, in every project$/);
  });

  it("remember nothing for an answer that is given once", () => {
    for (const { kind, remember } of choicesFor(target)) expect(remember === undefined).toBe(kind.endsWith("_once"));
  });
});
