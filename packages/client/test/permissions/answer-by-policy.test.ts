import type { PermissionOption, RequestPermissionRequest, ToolCallUpdate, ToolKind } from "@agentclientprotocol/sdk";
import { fileGrantStore, type GrantStore, type Lifetime, memoryGrantStore, type Rule } from "@tenon/policy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { answerAlways } from "../../src/permissions/answer-always.ts";
import { answerByPolicy, decidePermission, type PermissionDecision } from "../../src/permissions/answer-by-policy.ts";
import { askPerson } from "../../src/permissions/ask-person.ts";
import { asks, OPTIONS, projectFolder, withRules } from "./requests.ts";

const allow = (when: Rule["when"]): Rule => ({ effect: "allow", when });
const deny = (when: Rule["when"]): Rule => ({ effect: "deny", when });
const ask = (when: Rule["when"]): Rule => ({ effect: "ask", when });
const bash = (command: unknown, kind: ToolKind = "execute") => ({ name: "Bash", kind, rawInput: { command } });
const edit = (path: string): Partial<ToolCallUpdate> => ({
  kind: "edit",
  content: [{ type: "diff", path, newText: "" }],
  locations: [{ path }],
});

async function decide(toolCall: Partial<ToolCallUpdate>, ...rules: readonly Rule[]): Promise<PermissionDecision> {
  await using project = await projectFolder();
  const heard: PermissionDecision[] = [];
  const otherwise = answerAlways("deny");
  const answer = answerByPolicy({ policy: withRules(...rules), otherwise, onDecision: (one) => void heard.push(one) });
  await answer(asks(toolCall), project.context);
  expect(heard).toHaveLength(1);
  return heard[0]!;
}

describe("a policy answers", () => {
  it.each(["cwd", "workdir", "working_directory", "workingDirectory", "directory", "dir"])(
    "by the files that a command names from the %s of its question",
    async (name) => {
      const policy = withRules(allow({ command: "cat *" }));
      const effectIn = async (folder: string) => {
        await using project = await projectFolder();
        const request = asks({ name: "Bash", kind: "execute", rawInput: { command: "cat keys.json", [name]: folder } });
        return (await decidePermission(request, project.session, { policy })).decision;
      };
      expect(await effectIn("/home/u/.config/tenon")).toMatchObject({ effect: "ask", isFloor: true });
      expect(await effectIn("~/.config/tenon")).toMatchObject({ effect: "ask", isFloor: true });
      expect(await effectIn("u/.config/tenon")).toMatchObject({ effect: "ask", isFloor: true });
      expect(await effectIn("src")).toMatchObject({ effect: "allow" });
    },
  );

  it.each<[string, Partial<ToolCallUpdate>, readonly Rule[], PermissionDecision["effect"]]>([
    ["nothing is known", {}, [], "ask"],
    ["nothing is known, and every tool is allowed", {}, [allow({ tool: "*" })], "ask"],
    ["a tool without a rule", { name: "Frobnicate" }, [], "ask"],
    ["a tool that is allowed", { name: "Frobnicate" }, [allow({ tool: "Frobnicate" })], "allow"],
    ["a tool that is denied", { name: "Frobnicate" }, [deny({ tool: "Frob*" })], "deny"],
    ["a command without a rule", bash("npm test"), [], "ask"],
    ["a command that is allowed, of a tool without a rule", bash("npm test"), [allow({ command: "npm *" })], "allow"],
    ["a list of words that is allowed", bash(["npm", "test"]), [allow({ command: "npm *" })], "allow"],
    ["a line in a shell that is allowed", bash(["bash", "-lc", "npm test"]), [allow({ command: "npm *" })], "allow"],
    [
      "a line in a shell that is denied",
      bash(["bash", "-lc", "npm test"]),
      [allow({ command: "npm *" }), deny({ command: "bash *" })],
      "deny",
    ],
    ["a line that hides a second command", bash("npm test; rm -rf /"), [allow({ command: "npm *" })], "ask"],
    ["a command of a tool that is allowed", bash("anything"), [allow({ tool: "Bash" })], "allow"],
    [
      "a denied command of an allowed tool",
      bash("curl x"),
      [allow({ tool: "Bash" }), deny({ command: "curl *" })],
      "deny",
    ],
    [
      "an asked command of an allowed tool",
      bash("curl x"),
      [allow({ tool: "Bash" }), ask({ command: "curl *" })],
      "ask",
    ],
    [
      "an allowed command of a denied tool",
      bash("npm test"),
      [deny({ tool: "Bash" }), allow({ command: "*" })],
      "deny",
    ],
    ["an edit in the folder", edit("src/a.ts"), [], "ask"],
    ["an edit that is allowed", edit("src/a.ts"), [allow({ path: "src/**", access: "write" })], "allow"],
    ["an edit elsewhere, where some are allowed", edit("lib/a.ts"), [allow({ path: "src/**" })], "ask"],
    ["an edit outside the folder", edit("/etc/passwd"), [], "deny"],
    [
      "an edit outside, of an allowed tool",
      { name: "Edit", ...edit("/etc/passwd") },
      [allow({ tool: "Edit" })],
      "deny",
    ],
    ["an edit that leads outside", edit("src/../../x"), [allow({ path: "src/**" })], "deny"],
    ["an address", { kind: "fetch", rawInput: { url: "https://a.example/x" } }, [], "ask"],
    [
      "an allowed one",
      { kind: "fetch", title: "Fetch https://a.example/x", rawInput: { url: "https://a.example/x" } },
      [allow({ url: "a.example" })],
      "allow",
    ],
    ["an address without TLS", { kind: "fetch", rawInput: { url: "http://a.example/x" } }, [], "deny"],
    ["our own machine", { kind: "fetch", rawInput: { url: "http://localhost:3000" } }, [], "ask"],
    [
      "the cloud's secrets",
      { kind: "fetch", rawInput: { url: "https://169.254.169.254/" } },
      [allow({ tool: "*" })],
      "deny",
    ],
    ["a file for an address", { kind: "fetch", rawInput: { url: "file:///etc/passwd" } }, [], "deny"],
    ["a plan to approve", { kind: "switch_mode", title: "Ready to code?" }, [allow({ path: "**" })], "ask"],
  ])("%s: %j by %j is %s", async (_what, toolCall, rules, effect) => {
    expect(await decide(toolCall, ...rules)).toMatchObject({ effect });
  });

  it.each([
    ["mcp__github", "mcp__github__create_issue"],
    ["mcp__github__*", "mcp__github__create_issue"],
    ["mcp__github__create_issue", "mcp__github__create_issue"],
    ["create_issue", "mcp__github__create_issue"],
  ])("[D-01] a rule for %s matches %s, without a person", async (pattern, name) => {
    const rule = { tool: pattern };
    expect(await decide({ name }, allow(rule))).toMatchObject({ effect: "allow", outcome: "allowed" });
    expect(await decide({ title: name }, allow(rule))).toMatchObject({ effect: "allow" });
    expect(await decide({ name }, deny(rule))).toMatchObject({ effect: "deny", outcome: "denied" });
  });

  it("[D-18] a server's tool that is allowed is not asked about for its arguments", async () => {
    const call = { name: "mcp__web__open", rawInput: { url: "http://a.example", command: "go", file_path: "/x" } };
    expect(await decide(call, allow({ tool: "mcp__web" }))).toMatchObject({ effect: "allow" });
    expect(
      await decide(call, allow({ tool: "mcp__web" }), deny({ tool: "*", arguments: { command: "go" } })),
    ).toMatchObject({
      effect: "deny",
    });
  });

  it("[D-16] a command dressed as reading is judged as the command it is", async () => {
    const dressed = { kind: "read" as const, title: "Read a.ts", locations: [{ path: "a.ts" }] };
    expect(await decide({ ...dressed, rawInput: { command: "rm -rf ." } })).toMatchObject({ effect: "ask" });
    expect(await decide(dressed, allow({ path: "**" }))).toMatchObject({ effect: "ask" });
    const denied = await decide({ ...dressed, rawInput: { command: "rm -rf ." } }, deny({ command: "rm *" }));
    expect(denied).toMatchObject({ effect: "deny" });
  });

  it("[D-15] says why, and what became of it, so that a run can report that something was denied", async () => {
    const open = await decide(bash("npm test"));
    expect(open).toMatchObject({ effect: "ask", outcome: "denied", option: { optionId: "no" } });
    expect(open.reason).toBe(
      'Command "npm test" needs approval (default policy, rule 2): commands run only after approval.',
    );
    expect((await decide({ kind: "execute" })).reason).toMatch(
      /does not say which tool it is.*The command is not shown/,
    );
    expect(await decide(edit("/etc/passwd"))).toMatchObject({
      toolCallId: "call",
      outcome: "denied",
      by: { type: "rule", layer: "default" },
    });
  });

  it("[R91] without a reject option it cancels, and still reports a denial", async () => {
    await using project = await projectFolder();
    const heard: PermissionDecision[] = [];
    const answer = answerByPolicy({
      policy: withRules(deny({ tool: "*" })),
      otherwise: answerAlways("allow"),
      onDecision: (one) => void heard.push(one),
    });
    const response = await answer(asks({ name: "T" }, [OPTIONS[1]!]), project.context);
    expect(response).toEqual({ outcome: { outcome: "cancelled" } });
    expect(heard).toMatchObject([{ outcome: "denied" }]);
  });

  it("[D-09] what is allowed but only offered for always goes to the person", async () => {
    await using project = await projectFolder();
    const reasons: (string | undefined)[] = [];
    const answer = answerByPolicy({
      policy: withRules(allow({ tool: "T" })),
      otherwise: askPerson({
        async choose({ why }) {
          reasons.push(why);
          return "always";
        },
      }),
    });
    const response = await answer(asks({ name: "T" }, [OPTIONS[0]!, OPTIONS[2]!]), project.context);
    expect(response).toEqual({ outcome: { outcome: "selected", optionId: "always" } });
    expect(reasons).toEqual([expect.stringContaining("offers no option to allow it once")]);
  });
});

describe("what a person has answered for always", () => {
  const command = bash("npm test");

  it("[D-02] is not asked again, also if the agent forgets it", async () => {
    await using project = await projectFolder();
    const { answer, questions } = remembering("always");
    expect(await answer(asks(command), project.context)).toEqual(picked("always"));
    expect(await answer(asks(command), project.context)).toEqual(picked("yes"));
    expect(await answer(asks(bash("npm run deploy")), project.context)).toEqual(picked("always"));
    expect(questions).toHaveLength(2);
  });

  it("[D-14] is described beforehand, listed, and can be revoked", async () => {
    await using project = await projectFolder();
    const { answer, questions, store } = remembering("never");
    await answer(asks(command), project.context);
    expect(questions).toEqual([
      {
        allow: [
          `Allowed without asking: the command line "npm test", in "${project.folder}", until this session ends.`,
        ],
        reject: [
          `Rejected without asking: the command line "npm test", in "${project.folder}", until this session ends.`,
        ],
      },
    ]);
    expect(await answer(asks(command), project.context)).toEqual(picked("no"));
    const [grant] = await store.list();
    await store.revoke(grant!.id);
    expect(await answer(asks(command), project.context)).toEqual(picked("never"));
  });

  it("[D-13] holds in its own project only", async () => {
    await using project = await projectFolder();
    await using other = await projectFolder();
    const { answer, questions } = remembering("always");
    await answer(asks(command), project.context);
    await answer(asks(command), other.context);
    expect(questions).toHaveLength(2);
  });

  it("[D-13] outlives the program, if it is kept in a folder", async () => {
    await using project = await projectFolder();
    const store = () => fileGrantStore({ folder: `${project.folder}/grants`, onWarning: () => expect.unreachable() });
    const always = { lifetime: "always" as const };
    await remembering("always", { store: store(), ...always }).answer(asks(command), project.context);
    const later = remembering("always", { store: store(), ...always });
    expect(await later.answer(asks(command), project.context)).toEqual(picked("yes"));
    expect(later.questions).toEqual([]);
  });

  it.each([
    ["a command that is not shown", { name: "Bash", kind: "execute" as const }],
    ["a word of an editor's tool", { name: "editor", kind: "edit" as const, rawInput: { command: "create" } }],
    ["nothing that is known", {}],
  ])("is not kept for %s", async (_what, toolCall) => {
    await using project = await projectFolder();
    const { answer, store, questions } = remembering("always");
    await answer(asks(toolCall), project.context);
    expect(await store.list()).toEqual([]);
    expect(questions).toEqual([{ allow: [], reject: [] }]);
  });

  it("does not outweigh a rule that denies", async () => {
    await using project = await projectFolder();
    const store = memoryGrantStore();
    await remembering("always", { store }).answer(asks(command), project.context);
    const strict = answerByPolicy({
      policy: withRules(deny({ command: "npm *" })),
      grants: store,
      otherwise: answerAlways("allow"),
    });
    expect(await strict(asks(command), project.context)).toEqual(picked("no"));
  });

  it("[WA5] is left to an asker that keeps it itself, and no earlier yes answers for it; an earlier no does", async () => {
    await using project = await projectFolder();
    const store = memoryGrantStore();
    const call = { name: "mcp__github__create_issue", rawInput: { title: "bug" } };
    const kept = { ...asks(call), _meta: { tenon: { remembersAnswer: true } } };
    const { answer, questions } = remembering("always", { store });
    expect(await answer(kept, project.context)).toEqual(picked("always"));
    expect(await store.list()).toEqual([]);
    expect(questions).toEqual([{ allow: [], reject: [] }]);
    await answer(asks(call), project.context);
    expect(await answer(kept, project.context)).toEqual(picked("always"));
    expect(questions).toHaveLength(3);
    const no = remembering("never");
    await no.answer(asks(call), project.context);
    expect(await no.answer(kept, project.context)).toEqual(picked("no"));
  });

  it("is kept only if a person gave it", async () => {
    await using project = await projectFolder();
    const store = memoryGrantStore();
    const answer = answerByPolicy({ policy: withRules(), grants: store, otherwise: answerAlways("deny") });
    await answer(asks(command, [OPTIONS[3]!]), project.context);
    expect(await store.list()).toEqual([]);
  });

  function remembering(
    choice: string,
    { store = memoryGrantStore(), lifetime }: { readonly store?: GrantStore; readonly lifetime?: Lifetime } = {},
  ) {
    const questions: unknown[] = [];
    const answer = answerByPolicy({
      policy: withRules(),
      grants: store,
      lifetime,
      otherwise: askPerson({
        async choose({ remembers }) {
          questions.push({ allow: remembers?.allow, reject: remembers?.reject });
          return choice;
        },
      }),
    });
    return { answer, questions, store };
  }

  function picked(optionId: string) {
    return { outcome: { outcome: "selected", optionId } };
  }
});

describe("whatever an agent asks", () => {
  const kinds = [
    "allow_once",
    "allow_always",
    "reject_once",
    "reject_always",
    "unheard_of",
  ] as PermissionOption["kind"][];
  const option = fc.record({
    optionId: fc.constantFrom("a", "b", "c"),
    name: fc.string(),
    kind: fc.constantFrom(...kinds),
  });
  const toolKind = fc.constantFrom<ToolKind>(
    "read",
    "edit",
    "delete",
    "move",
    "search",
    "execute",
    "think",
    "fetch",
    "switch_mode",
    "other",
  );
  const path = fc.constantFrom("a.ts", "src/b.ts", "../out", "/etc/passwd", "", "x\0y");
  const toolCall = fc.record(
    {
      toolCallId: fc.constant("call"),
      title: fc.constantFrom("mcp__s__t", "Read a file", ""),
      name: fc.constantFrom("Bash", "mcp__s__t", "mcp__", "__proto__", ""),
      rawInput: fc.oneof(
        fc.record({ command: fc.constantFrom("npm test", "rm -rf /", "") }),
        fc.record({ command: fc.constantFrom(["npm", "test"], ["bash", "-lc", "npm test"]) }),
        fc.record({ url: fc.constantFrom("https://a.example", "http://10.0.0.1", "nonsense") }),
        fc.anything(),
      ),
      locations: fc.array(
        path.map((path) => ({ path })),
        { maxLength: 3 },
      ),
      content: fc.array(
        path.map((path) => ({ type: "diff" as const, path, newText: "" })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ["toolCallId"] },
  );
  const request: fc.Arbitrary<RequestPermissionRequest> = fc.record({
    sessionId: fc.constant("s"),
    toolCall,
    options: fc.array(option, { maxLength: 5 }),
  });
  const rules = fc.subarray([
    allow({ command: "npm *" }),
    allow({ path: "src/**", access: "write" }),
    allow({ url: "a.example" }),
    allow({ tool: "mcp__s" }),
    deny({ path: "**", access: "write" }),
    deny({ command: "rm *" }),
  ]);

  it("[R90, R92] the answer is one of the offered options, or cancelled", async () => {
    await using project = await projectFolder();
    const property = fc.asyncProperty(
      request,
      rules,
      fc.constantFrom("allow", "deny", "ask"),
      async (request, rules, who) => {
        const otherwise = who === "ask" ? askPerson({ choose: async () => "c" }) : answerAlways(who);
        const answer = answerByPolicy({ policy: withRules(...rules), grants: memoryGrantStore(), otherwise });
        const { outcome } = await answer(request, project.context);
        return outcome.outcome === "cancelled" || request.options.some(({ optionId }) => optionId === outcome.optionId);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it("[D-09] it is not allowed for its kind, if its tool is a server's or has no name", async () => {
    await using project = await projectFolder();
    const property = fc.asyncProperty(request, toolKind, rules, async (request, kind, rules) => {
      const { name, ...rest } = request.toolCall;
      const plain = name?.startsWith("mcp__") ? request.toolCall : rest;
      const effects: string[] = [];
      const answer = answerByPolicy({
        policy: withRules(...rules),
        otherwise: answerAlways("deny"),
        onDecision: ({ effect }) => void effects.push(effect),
      });
      await answer({ ...request, toolCall: { ...plain, kind } }, project.context);
      await answer({ ...request, toolCall: plain }, project.context);
      const [withKind, without] = effects;
      return withKind !== "allow" || without === "allow";
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
