import fc from "fast-check";
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

  it("that allows everything does not fit a line that hides something; a rule for the subject does", () => {
    const hiding = line("echo $(date) > file");
    expect(fits("allow", "*", hiding)).toBe(false);
    const everything = { name: "user", rules: [{ effect: "allow", when: { subject: "command" } }] } as const;
    expect(decide(hiding, [everything]).effect).toBe("allow");
  });

  it.each([
    "git -C . push",
    "git -c user.name=x push origin",
    "git --git-dir=.git --work-tree . push",
    "git --no-pager push",
    "git -C . -c a=b --bare push",
    "/usr/bin/git push",
    "GIT push",
    "git.exe push",
    "env git push",
    "env -i X=1 git push",
    "env -S 'git push'",
    "X=1 Y=2 git push",
    "command git push",
    "exec git push",
    "nice -n 5 git push",
    "nohup git push &",
    "time git push",
    "timeout 5s git push",
    "timeout -k 5 10 git push",
    "sudo -u me git push",
    "xargs -n1 git push",
    "sh -c 'git push'",
    "bash -lc 'cd x && git push'",
    "sh -c \"sh -c 'git push'\"",
    "eval 'git push'",
    "if true; then git push; fi",
    "for x in 1; do git push; done",
    "! git push",
    "find . -exec git push \\;",
    "git >/dev/null push",
    "git 2>&1 push",
    "git -c alias.x=push x",
    "git -c alias.x='!git push' x",
    "true && (git push)",
    "g'i't pu\"s\"h",
  ])("[M12] that denies git push fits %s", (shell) => {
    expect(fits("deny", "git push *", line(shell))).toBe(true);
  });

  it.each([
    "git diff --output=/etc/x",
    "git diff --output /etc/x",
    "git diff --outp=/etc/x",
    "git diff --no-index a b",
    "git diff --no-i a b",
    "git diff --ext-diff",
    "git diff /dev/null /home/me/.ssh/id_rsa",
    "git diff -- ~/.ssh/id_rsa x",
    "git diff ../../other/secret x",
    "git diff -O/etc/x",
  ])("[M12] that allows git diff does not fit %s", (shell) => {
    expect(fits("allow", "git diff *", line(shell))).toBe(false);
  });

  it.each([
    ["git *", "git -c core.fsmonitor=./x status"],
    ["git *", "git -C /elsewhere status"],
    ["git *", "git config core.hooksPath evil"],
    ["git *", "git submodule foreach ls"],
    ["find *", "find . -delete"],
    ["find *", "find . -exec rm {} +"],
    ["rg *", "rg --pre ./x pattern"],
    ["sort *", "sort -uo out in"],
    ["sed *", "sed -ni s/a/b/ file"],
    ["curl *", "curl -sSLo /tmp/x https://example.com"],
    ["tar *", "tar --to-command=./x -xf a.tar"],
    ["npm test *", "npm test --script-shell=./x"],
    ["npm run *", "npm run build --prefix /elsewhere"],
    ["node *", "node -e 1"],
    ["go test *", "go test -exec ./x"],
  ])("[M12] that allows %s does not fit %s", (pattern, shell) => {
    expect(fits("allow", pattern, line(shell))).toBe(false);
  });

  it.each([
    ["git diff *", "git diff --stat HEAD~1 -- src/a.ts"],
    ["git diff *", "git diff main..feature"],
    ["git diff --output=out/* *", "git diff --output=out/a.patch HEAD"],
    ["git -C sub status *", "git -C sub status"],
    ["git config --get *", "git config --get user.name"],
    ["git log *", "git log --oneline -C -5"],
    ["find *", "find . -name '*.ts'"],
    ["go test *", "go test -short -count=1 ./..."],
    ["npm run *", "npm run build -- --config x"],
    ["ls *", "ls -la"],
  ])("[M12] that allows %s fits %s", (pattern, shell) => {
    expect(fits("allow", pattern, line(shell))).toBe(true);
  });

  it("[M12] that denies a command fits it behind any wrappers and options", () => {
    const wrapper = fc.constantFrom(
      "env",
      "env A=1",
      "nice",
      "nice -n 3",
      "command",
      "time",
      "sudo -n",
      "nohup",
      "X=2",
    );
    const option = fc.constantFrom("-C .", "-c a=b", "--no-pager", "--git-dir=x", "--work-tree x", "-p");
    fc.assert(
      fc.property(fc.array(wrapper, { maxLength: 4 }), fc.array(option, { maxLength: 4 }), (wrappers, options) => {
        const shell = [...wrappers, "git", ...options, "push", "origin"].join(" ");
        expect(fits("deny", "git push *", line(shell))).toBe(true);
        expect(fits("allow", "git push *", line(shell))).toBe(wrappers.length + options.length === 0);
      }),
    );
  });

  it("[M12] that denies makes a line ask whose words the shell makes, where all commands are allowed", () => {
    const policy = (...denied: string[]) => [
      {
        name: "user",
        rules: [
          { effect: "allow" as const, when: { subject: "command" as const } },
          ...denied.map((command) => ({ effect: "deny" as const, when: { command } })),
        ],
      },
    ];
    for (const shell of ["git${IFS}push", "$(echo git) push", "`echo git push`", "{git,push}", 'git "$x"']) {
      expect(decide(line(shell), policy("git push *")).effect).not.toBe("allow");
      expect(decide(line(shell), policy()).effect).toBe("allow");
    }
    expect(decide(line("npm test > out.txt 2>&1"), policy("git push *")).effect).toBe("allow");
  });

  it("that denies fits a command with variables in it that may be empty", () => {
    for (const shell of ["${x}git push", "$x git push", "git ${x}push", 'git "$x" push']) {
      expect(fits("deny", "git push", line(shell))).toBe(true);
      expect(fits("allow", "git push", line(shell))).toBe(false);
    }
  });

  it("that allows does not fit a command with more spellings than are looked at", () => {
    const values = Array.from({ length: 100 }, () => ["-u", "x"]).flat();
    const policy = [{ name: "user", rules: [{ effect: "allow" as const, when: { command: "*" } }] }];
    expect(decide(words("env", ...values, "ls"), policy)).toMatchObject({ effect: "ask", isFloor: true });
  });

  it("never fits an empty line", () => {
    expect(fits("allow", "*", line("  "))).toBe(false);
  });
});
