import { decide, type Layer, parsePack } from "@tenon/policy";
import { expect, it } from "vitest";

const call = (server: string, tool: string, args: Record<string, unknown> = {}) =>
  ({ type: "tool-call", server, tool, name: `mcp__${server}__${tool}`, arguments: args }) as const;

it("limits each rule to the tools of the server that suggests it", () => {
  const rules = parsePack(
    { rules: [{ effect: "ask", tool: "deploy", arguments: { to: "prod*" }, why: "It is live" }] },
    "ops",
  );
  expect(rules).toMatchObject([{ effect: "ask", when: { subject: "tool-call", server: ["ops"], tool: ["deploy"] } }]);
  const user: Layer = { name: "user", rules: [{ effect: "allow", when: { subject: "tool-call", tool: "*" } }] };
  const policy = [user, { name: "pack", rules, onlyStricter: true }];
  expect(decide(call("ops", "deploy", { to: "production" }), policy).effect).toBe("ask");
  expect(decide(call("ops", "deploy", { to: "staging" }), policy).effect).toBe("allow");
  expect(decide(call("other", "deploy", { to: "production" }), policy).effect).toBe("allow");
});

it.each([
  [{ effect: "allow", tool: "a", why: "b" }, 'rules[0].effect is "allow", and a policy pack can only "ask" or "deny"'],
  [{ effect: "ask", tool: "a", path: "/", why: "b" }, "rules[0].path is unknown"],
  [{ effect: "ask", tool: "a", server: "other", why: "b" }, "rules[0].server is unknown"],
  [{ effect: "ask", why: "b" }, "rules[0].tool is missing"],
  [{ effect: "ask", tool: "a" }, "rules[0].why is missing"],
])("refuses the whole pack for %j", (rule, reason) => {
  const good = { effect: "deny", tool: "b", why: "c" };
  expect(() => parsePack({ rules: [rule, good] }, "ops")).toThrow(`The policy pack of ops is refused:\n${reason}`);
});
