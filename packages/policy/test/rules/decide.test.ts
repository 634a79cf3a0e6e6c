import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decide, type Layer, type Policy, type Rule, type Subject } from "../../src/index.ts";

const call = (tool: string, server = "github", args = {}): Subject => ({
  type: "tool-call",
  server,
  tool,
  name: `mcp__${server}__${tool}`,
  arguments: args,
});
const policy = (...rules: readonly Rule[]): Policy => [{ name: "user", rules }];
const layers = (...all: readonly (readonly Rule[])[]): Policy =>
  all.map((rules, index) => ({ name: `layer ${index}`, rules }));

describe("the narrowest rule wins", () => {
  const chain: readonly Rule[] = [
    { effect: "deny", when: {} },
    { effect: "ask", when: { subject: "tool-call" } },
    { effect: "deny", when: { server: "*" } },
    { effect: "allow", when: { server: "git*" } },
    { effect: "ask", when: { server: "github" } },
    { effect: "allow", when: { server: "github", tool: "create_*" } },
    { effect: "deny", when: { server: "github", tool: "create_issue" } },
    { effect: "allow", when: { server: "github", tool: "create_issue", arguments: { repo: "tenon/*" } } },
    { effect: "deny", when: { server: "github", tool: "create_issue", arguments: { repo: "tenon/main" } } },
  ];
  const subject = call("create_issue", "github", { repo: "tenon/main" });

  it("whatever the order in which rules are written", () => {
    const anyPart = fc.shuffledSubarray([...chain.keys()], { minLength: 1 });
    fc.assert(
      fc.property(anyPart, (indexes) => {
        const narrowest = chain[Math.max(...indexes)];
        const rules = indexes.flatMap((index) => chain[index] ?? []);
        expect(decide(subject, policy(...rules)).by).toMatchObject({ rule: narrowest });
      }),
    );
  });

  it("also when a rule uses the name that the model sees", () => {
    const rules: Rule[] = [
      { effect: "deny", when: { server: "github" } },
      { effect: "allow", when: { tool: "mcp__github__create_issue" } },
    ];
    expect(decide(call("create_issue"), policy(...rules)).effect).toBe("allow");
    expect(decide(call("delete_repo"), policy(...rules)).effect).toBe("deny");
  });

  it("and of two of which neither is narrower, the stricter", () => {
    const rules: Rule[] = [
      { effect: "allow", when: { server: "github" } },
      { effect: "deny", when: { tool: "delete_*" } },
    ];
    expect(decide(call("delete_repo"), policy(...rules)).effect).toBe("deny");
    expect(decide(call("delete_repo"), policy(...rules.toReversed())).effect).toBe("deny");
    const exception: Rule = { effect: "allow", when: { server: "github", tool: "delete_branch" } };
    expect(decide(call("delete_branch"), policy(...rules, exception)).effect).toBe("allow");
  });

  it("and of two that say the same in one layer, the stricter", () => {
    const rules: Rule[] = [
      { effect: "allow", when: { server: "github" } },
      { effect: "ask", when: { tool: "mcp__github__*" } },
    ];
    expect(decide(call("x"), policy(...rules)).effect).toBe("ask");
    expect(decide(call("x"), policy(...rules.toReversed())).effect).toBe("ask");
  });

  it("and no decision depends on the order of rules within a layer", () => {
    const names = fc.constantFrom("*", "a*", "ab", "b", "*b", "a*b");
    const rule = fc.record({
      effect: fc.constantFrom("allow", "ask", "deny"),
      when: fc.record({ server: names, tool: names, arguments: fc.record({ n: names }) }, { requiredKeys: [] }),
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), names, names, names, (rules, server, tool, n) => {
        const subject = call(tool, server, { n });
        const effects = [rules, rules.toReversed()].map((order) => decide(subject, policy(...order)).effect);
        expect(new Set(effects).size).toBe(1);
      }),
    );
  });

  it("and an allow never outdoes a deny that fits, unless it is narrower than that deny", () => {
    const names = fc.constantFrom("*", "a*", "ab", "*b", "a*b");
    const condition = fc.record({ server: names, tool: names }, { requiredKeys: [] });
    fc.assert(
      fc.property(condition, condition, (denied, allowed) => {
        const decision = decide(
          call("ab", "ab"),
          policy({ effect: "deny", when: denied }, { effect: "allow", when: allowed }),
        );
        const isWider = Object.entries(denied).some(([name, glob]) => {
          const other = name === "server" ? allowed.server : allowed.tool;
          return glob !== "*" && (other === undefined || other === "*");
        });
        fc.pre(isWider);
        expect(decision.effect).toBe("deny");
      }),
    );
  });
});

it("of an allow and a deny with the same condition, the deny wins, though the allow covers fewer types", () => {
  const when = { server: "github" };
  expect(decide(call("x"), policy({ effect: "allow", when }, { effect: "deny", when })).effect).toBe("deny");
});

describe("layers", () => {
  const inGeneral: Rule = { effect: "ask", when: { subject: "tool-call" } };

  it("a later layer overrides an earlier one that says the same, in either direction", () => {
    const loosened: Rule = { effect: "allow", when: { subject: "tool-call" } };
    expect(decide(call("x"), layers([inGeneral], [loosened])).effect).toBe("allow");
    expect(decide(call("x"), layers([loosened], [inGeneral])).effect).toBe("ask");
  });

  it("a later layer's exception beats an earlier layer's rule", () => {
    const exception: Rule = { effect: "allow", when: { server: "github", tool: "get_*" } };
    expect(
      decide(call("get_issue"), layers([{ effect: "deny", when: { server: "github" } }], [exception])).effect,
    ).toBe("allow");
  });

  it("an earlier layer's narrow allow does not pierce a later layer's wide deny", () => {
    const allowed: Rule = { effect: "allow", when: { server: "github", tool: "get_issue" } };
    expect(decide(call("get_issue"), layers([allowed], [{ effect: "deny", when: {} }])).effect).toBe("deny");
  });

  it("an earlier layer's narrow deny stays, unless a later rule is as narrow", () => {
    const denied: Rule = { effect: "deny", when: { tool: "delete_*" } };
    const wide: Rule = { effect: "allow", when: { server: "github" } };
    const narrow: Rule = { effect: "allow", when: { server: "github", tool: "delete_*" } };
    expect(decide(call("delete_repo"), layers([denied], [wide])).effect).toBe("deny");
    expect(decide(call("delete_repo"), layers([denied], [narrow])).effect).toBe("allow");
  });

  it("a rule for everything does not undo a rule for one kind of thing, unless it is stricter", () => {
    const everything = (effect: Rule["effect"]): Rule => ({ effect, when: {} });
    expect(decide(call("x"), layers([inGeneral], [everything("allow")])).effect).toBe("ask");
    expect(decide(call("x"), layers([inGeneral], [everything("deny")])).effect).toBe("deny");
  });

  it("what a later layer asks about stays asked about, whatever earlier layers say among themselves", () => {
    const rule = fc.record({
      effect: fc.constantFrom("allow", "ask", "deny"),
      when: fc.record(
        { server: fc.constantFrom("*", "git*", "github"), tool: fc.constantFrom("*", "x", "x*") },
        { requiredKeys: [] },
      ),
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), (earlier) => {
        const policy = layers(earlier, [{ effect: "ask", when: {} }]);
        expect(decide(call("x"), policy).effect).not.toBe("allow");
      }),
    );
  });

  it("an untrusted layer makes decisions stricter, never looser", () => {
    const base: Layer = {
      name: "user",
      rules: [inGeneral, { effect: "deny", when: { tool: "delete_*" } }, { effect: "allow", when: { tool: "get_*" } }],
    };
    const project = (...rules: readonly Rule[]): Layer => ({ name: "project", rules, onlyStricter: true });
    const pushy: Rule = { effect: "allow", when: { server: "github", tool: "delete_repo" } };
    const sly: Rule = { effect: "ask", when: { server: "github", tool: "delete_repo" } };
    const careful: Rule = { effect: "deny", when: { server: "github" } };
    expect(decide(call("delete_repo"), [base, project(pushy)]).effect).toBe("deny");
    expect(decide(call("delete_repo"), [base, project(sly)]).effect).toBe("deny");
    expect(decide(call("new_tool"), [base, project(pushy, { effect: "allow", when: {} })]).effect).toBe("ask");
    expect(decide(call("get_issue"), [base, project(careful)]).effect).toBe("deny");
  });
});

describe("one rule more", () => {
  const names = fc.constantFrom("*", "a*", "ab", "*b");
  const when = fc.record({ server: names, tool: names, arguments: fc.record({ n: names }) }, { requiredKeys: [] });
  const rule = fc.record({ effect: fc.constantFrom("allow", "ask", "deny"), when });
  const twoLayers = fc.tuple(fc.array(rule, { maxLength: 4 }), fc.array(rule, { maxLength: 4 }));
  const order = ["allow", "ask", "deny"];
  const strictness = (all: Policy) => order.indexOf(decide(call("ab", "ab", { n: "ab" }), all).effect);

  it("that denies never loosens a decision, and one that allows never tightens it", () => {
    fc.assert(
      fc.property(twoLayers, when, fc.constantFrom(0, 1), ([first, second], when, where) => {
        const withRule = (effect: Rule["effect"]) => {
          const more: Rule = { effect, when };
          return where === 0 ? layers([...first, more], second) : layers(first, [...second, more]);
        };
        const before = strictness(layers(first, second));
        expect(strictness(withRule("deny"))).toBeGreaterThanOrEqual(before);
        expect(strictness(withRule("allow"))).toBeLessThanOrEqual(before);
      }),
      { numRuns: 500 },
    );
  });
});

describe("an exception that asks", () => {
  it("is read as strictly as one that allows, because asking is looser than denying", () => {
    const rules = policy(
      { effect: "deny", when: { subject: "command" } },
      { effect: "ask", when: { command: "git *" } },
    );
    expect(decide({ type: "command", command: "git", args: ["status"] }, rules).effect).toBe("ask");
    expect(decide({ type: "command", command: "./git", args: ["status"] }, rules).effect).toBe("deny");
    expect(decide({ type: "command", shell: "git status; rm -rf /" }, rules).effect).toBe("deny");
  });

  it("and is still read widely where it tightens", () => {
    const rules = policy(
      { effect: "allow", when: { subject: "command" } },
      { effect: "ask", when: { command: "git *" } },
    );
    expect(decide({ type: "command", command: "./git" }, rules).effect).toBe("ask");
    expect(decide({ type: "command", shell: "ls; git push" }, rules).effect).toBe("ask");
  });
});

describe("a decision", () => {
  it("asks where no rule matches", () => {
    const decision = decide(call("x"), []);
    expect(decision).toMatchObject({ effect: "ask", by: { type: "nothing" } });
    expect(decision.reason).toBe('Tool "x" of server "github" needs approval: no rule covers it.');
  });

  it("names the rule and its reason in a sentence, and survives the journal", () => {
    const rule: Rule = { effect: "deny", when: { tool: "delete_*" }, why: "nothing is deleted here" };
    const decision = decide(call("delete_repo"), policy(rule));
    expect(decision.reason).toBe(
      'Tool "delete_repo" of server "github" is denied (user policy, rule 1): nothing is deleted here.',
    );
    expect(decision.by).toEqual({ type: "rule", layer: "user", number: 1, rule });
    expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
  });

  it("[K-08] cannot be forged by a name with line breaks and direction marks in it", () => {
    const { reason } = decide(call("x\n\u202eIt is allowed"), policy());
    expect(reason).toContain(String.raw`"x\u{a}\u{202e}It is allowed"`);
  });

  it("[K-08] cannot be forged by the reason that a rule gives", () => {
    const rule: Rule = { effect: "deny", when: {}, why: "no\nTool x is allowed" };
    expect(decide(call("x"), policy(rule)).reason).not.toContain("\n");
  });

  it("keeps arguments and queries out of the reason", () => {
    const subjects: Subject[] = [
      call("login", "github", { password: "hunter2-hunter2" }),
      { type: "url", url: "https://me:hunter2-hunter2@example.com/?token=hunter2-hunter2" },
    ];
    for (const subject of subjects) expect(decide(subject, []).reason).not.toContain("hunter2");
  });
});

describe("[K-10] an allow", () => {
  const server: Subject = { type: "server", server: "github", source: "project", command: "evil" };

  it("for a server's tools does not admit a server of that name", () => {
    const rules = policy({ effect: "allow", when: { server: "github" } });
    expect(decide(call("x"), rules).effect).toBe("allow");
    expect(decide(server, rules).effect).toBe("ask");
  });

  it("admits only if it says so, while a deny need not", () => {
    expect(decide(server, policy({ effect: "allow", when: { subject: "server", command: "evil" } })).effect).toBe(
      "allow",
    );
    expect(decide(server, policy({ effect: "deny", when: { server: "github" } })).effect).toBe("deny");
    expect(decide(server, policy({ effect: "deny", when: { command: "evil *" } })).effect).toBe("deny");
  });
});
