import { describe, expect, it } from "vitest";

import { type CommandSubject, decide, type Effect } from "../../src/index.ts";

function fits(effect: Effect, pattern: string, subject: CommandSubject): boolean {
  return decide(subject, [{ name: "user", rules: [{ effect, when: { command: pattern } }] }]).by.type === "rule";
}
const words = (command: string, ...args: string[]): CommandSubject => ({ type: "command", command, args });
const line = (shell: string): CommandSubject => ({ type: "command", shell });

describe("a command pattern", () => {
  it.each([
    ["npm test", words("npm", "test"), true],
    ["npm test", words("npm", "test", "--watch"), false],
    ["npm run *", words("npm", "run", "build", "--", "-x"), true],
    ["git *", words("git"), true],
    ["git *", words("gitk"), false],
    ["npm run build", words("npm", "run build"), false],
    ["npm test", line("npm test"), true],
    ["npm test", line("  npm   test  "), true],
    ["echo *", line(`echo 'a; rm -rf /'`), true],
  ] as const)("%s on %j: %s", (pattern, subject, expected) => {
    expect(fits("allow", pattern, subject)).toBe(expected);
  });

  it.each([
    "npm test; rm -rf /",
    "npm test && rm -rf /",
    "npm test || rm -rf /",
    "npm test | sh",
    "npm test & rm -rf /",
    "npm test\nrm -rf /",
    "npm test $(rm -rf /)",
    "npm test `rm -rf /`",
    'npm test "$(rm -rf /)"',
    "npm test > ~/.bashrc",
    "npm test < /dev/zero",
    "npm test $HOME",
    "(npm test)",
    "npm test # comment",
    "npm test %PATH%",
    "npm test 'unfinished",
    "X=1 npm test",
    "./npm test",
  ])("that allows npm does not allow %j", (shell) => {
    expect(fits("allow", "npm *", line(shell))).toBe(false);
  });

  it("that allows fits a line of several commands if it fits each of them", () => {
    expect(fits("allow", "npm *", line("npm ci && npm test"))).toBe(true);
  });

  it.each([
    words("rm", "-rf", "/"),
    words("/bin/rm", "-rf", "/"),
    words(String.raw`C:\tools\rm.exe`, "-rf"),
    line("rm -rf /"),
    line("cd / && rm -rf ."),
    line("FOO=1 rm -rf /"),
    line(`r"m" -rf /`),
    line(String.raw`\rm -rf /`),
    line("echo $(rm -rf /)"),
    line("echo `rm -rf /`"),
    line("(rm -rf /)"),
    line("true; { rm -rf /; }"),
  ])("that denies rm catches %j", (subject) => {
    expect(fits("deny", "rm *", subject)).toBe(true);
  });

  it("that allows everything allows what hides something, too", () => {
    expect(fits("allow", "*", line("echo $(date) > file"))).toBe(true);
  });

  it("never fits an empty line", () => {
    expect(fits("allow", "*", line("  "))).toBe(false);
  });
});
