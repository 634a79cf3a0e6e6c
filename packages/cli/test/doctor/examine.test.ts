import type { AgentPreset } from "@tenon/client";
import { describe, expect, it } from "vitest";

import type { Facts, ServerCheck, ServerFacts } from "../../src/commands/doctor/facts.ts";
import { examine } from "../../src/commands/doctor/findings/examine.ts";
import { reachOf } from "../../src/commands/doctor/findings/reach.ts";

const NOTHING: Facts = {
  cwd: "/project",
  home: "/home/me",
  agents: [],
  editorAgents: [],
  files: [],
  servers: [],
  gates: [],
  probes: [],
  failures: [],
};

const preset = { name: "agent", title: "Agent", command: "agent", args: [], install: "", signIn: "" };

describe("what doctor concludes", () => {
  it("a part that could not be examined is a warning, and the others are examined", () => {
    const failures = [{ what: "the editors' agents", why: "timed out after 10 s" }];
    const findings = examine({ ...NOTHING, failures, servers: [server({ held: "disabled" })] });
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      "warning not_examined",
      "note disabled",
      "note no_agent",
    ]);
  });

  it.each([
    ["It answered with HTTP status 403: forbidden", "refused"],
    ["one refuses the Authorization header it is configured with", "refused"],
    ["It answered with HTTP status 404: no", "wrong_address"],
    ["It answered with HTTP status 502: bad gateway", "http_error"],
    ["connect ECONNREFUSED 127.0.0.1:1: nothing listens at this address. Is the server running?", "unreachable"],
    ["getaddrinfo ENOTFOUND a: the host name does not resolve", "unknown_host"],
    ["the server speaks plain http at this port, not https", "tls"],
    ["certificate has expired: the server has to renew its certificate", "tls"],
    ["needs approval (default policy, rule 1)", "not_admitted"],
    ['Server "a" is denied: the URL has no host.', "not_admitted"],
    ["It did not answer within 100 ms", "hangs"],
    [`"a" (in /) exited with code 1. The end of its stderr:\nboom`, "crashes"],
    ["something else", "failed"],
  ])("a server that failed with “%s” is %s", (reason, code) => {
    const failed = server({ check: check({ state: "failed", reason }) });
    expect(examine({ ...NOTHING, servers: [failed] })[0]).toMatchObject({ severity: "error", code });
  });

  it.each([
    ["Cannot connect to the Docker daemon at unix:///var/run/docker.sock.", "start Docker"],
    ["npm error code E404", "npm package not found"],
    ["Error: Cannot find module '/a/b.js'", "the file it runs is not there"],
    ["ModuleNotFoundError: No module named 'x'", "install the Python package"],
    ["Error: GITHUB_TOKEN environment variable is required", "set the variable"],
    ["Error: listen EADDRINUSE", "another instance is already running"],
  ])("the last words “%s” have a fix of their own", (words, fix) => {
    const reason = `"a" (in /) exited with code 1. The end of its stderr:\n${words}`;
    const [finding] = examine({ ...NOTHING, servers: [server({ check: check({ state: "failed", reason }) })] });
    expect(finding?.fix).toContain(fix);
  });

  it("what a probe has proven counts before what a start by Tenon says; what keeps a server out counts before both", () => {
    const listed = server({ check: check({ state: "listed" }) });
    const agents = [{ preset, state: "installed", file: "/bin/agent" } as const];
    const probe = {
      agent: "agent",
      isWrapped: false,
      proof: "stand-in model",
      servers: [{ id: listed.id, reached: "named" }],
    } as const;
    const files = [{ client: "tenon", title: "Tenon", file: "/f", scope: "user", duplicates: [], agents: [] } as const];
    const facts: Facts = { ...NOTHING, agents, files, servers: [listed] };
    expect(reachOf(facts)).toMatchObject([{ bare: { reached: "listed", proof: "started by Tenon" } }]);
    expect(reachOf({ ...facts, probes: [probe] })).toMatchObject([
      { bare: { reached: "named", proof: "stand-in model" } },
    ]);
    const gates = [{ code: "gemini_untrusted_folder", agent: "agent" } as const];
    expect(reachOf({ ...facts, probes: [probe], gates })).toMatchObject([
      { bare: { reached: "declared", proof: "files" } },
    ]);
  });

  it.each([
    [["declared"], "declared"],
    [["declared", "admitted"], "admitted"],
    [["declared", "admitted", "started"], "started"],
  ] as const)("a server that failed after %j has reached the last of them", (states, reached) => {
    const steps = [...states, "failed" as const].map((state) => ({ state, milliseconds: 1 }));
    const failed = server({ check: check({ state: "failed", reason: "x", steps }) });
    const agents = [{ preset, state: "installed" } as const];
    expect(reachOf({ ...NOTHING, agents, servers: [failed] })).toMatchObject([{ bare: { reached, stop: "failed" } }]);
  });

  it("a gate keeps a wrapped server out, too; a search of the agent's own is a note and no fault", () => {
    const listed = server({ check: check({ state: "listed" }) });
    const searching = { ...preset, searchesTools: true } as const;
    const agents = [{ preset: searching, state: "installed" } as const];
    const own = { transport: "stdio", reached: "listed" } as const;
    const wrapped = {
      agent: "agent",
      isWrapped: true,
      proof: "stand-in model",
      servers: [{ id: listed.id, reached: "declared" }, own],
    } as const;
    const facts: Facts = { ...NOTHING, agents, servers: [listed], probes: [wrapped] };
    expect(reachOf(facts)).toMatchObject([{ wrapped: { reached: "declared", stop: "behind its search" } }]);
    expect(examine(facts)).toMatchObject([{ severity: "note", code: "searched" }]);
    const gates = [{ code: "qwen_untrusted_folder", agent: "agent" } as const];
    expect(reachOf({ ...facts, gates })).toMatchObject([
      { wrapped: { reached: "declared", stop: "qwen_untrusted_folder" } },
    ]);
  });

  it("without a probe it says how far a server that is sent gets, as it is and through tenon wrap", () => {
    const listed = server({ check: check({ state: "listed" }) });
    const reached = (parts: Partial<AgentPreset>, gates: Facts["gates"] = []) => {
      const agents = [{ preset: { ...preset, ...parts }, state: "installed" } as const];
      return reachOf({ ...NOTHING, agents, servers: [listed], gates }).map(({ bare, wrapped }) => [
        bare.stop ?? bare.reached,
        wrapped?.stop ?? wrapped?.reached,
      ]);
    };
    const stdio = { dropsServers: { transport: "stdio", seenIn: "1" } } as const;
    const any = { dropsServers: { transport: "any", seenIn: "1" } } as const;
    expect(reached({})).toEqual([["listed", "listed"]]);
    expect(reached(stdio)).toEqual([["dropped", "listed"]]);
    expect(reached(any)).toEqual([["dropped", "dropped"]]);
    expect(reached({ ...any, connectsWhenStarted: "pi-extension" })).toEqual([["dropped", "listed"]]);
    expect(reached({}, [{ code: "gemini_excluded", agent: "agent", servers: ["one"] }])).toEqual([
      ["gemini_excluded", "listed"],
    ]);
    expect(reached({}, [{ code: "cursor_unapproved", agent: "agent", servers: ["two"] }])).toEqual([
      ["listed", "cursor_unapproved"],
    ]);
  });

  it("an agent that drops servers is to be wrapped where that helps, and configured where it does not", () => {
    const fixOf = (parts: Partial<AgentPreset>) =>
      examine({ ...NOTHING, agents: [{ preset: { ...preset, ...parts }, state: "installed" }] })[0]?.fix;
    const any = { dropsServers: { transport: "any", seenIn: "1" } } as const;
    expect(fixOf({ dropsServers: { transport: "stdio", seenIn: "1" } })).toContain("which lends them over http");
    expect(fixOf({ ...any, connectsWhenStarted: "pi-extension" })).toContain("which lends them by an extension");
    expect(fixOf(any)).toBe("write them into its own configuration");
  });

  it("a test server of ours is a row of its own, up to its call, and another for the agent's own model", () => {
    const agents = [{ preset, state: "installed" } as const];
    const bare = {
      agent: "agent",
      isWrapped: false,
      proof: "stand-in model",
      servers: [
        { transport: "stdio", reached: "listed" },
        { transport: "http", reached: "called" },
      ],
    } as const;
    const wrapped = { ...bare, isWrapped: true, servers: [{ transport: "stdio", reached: "called" }] } as const;
    const live = { ...bare, proof: "live model" } as const;
    const failed = { ...wrapped, failure: "it did not start" } as const;
    const rows = (probes: Facts["probes"]) =>
      reachOf({ ...NOTHING, agents, probes }).map(
        ({ server: which, bare: own, wrapped: through }) =>
          `${which}: ${own.reached} ${through?.stop ?? through?.reached}`,
      );
    expect(rows([bare, wrapped, live])).toEqual([
      "a test server over stdio: listed called",
      "a test server over http: called undefined",
      "a test server over stdio, live: listed undefined",
      "a test server over http, live: called undefined",
    ]);
    expect(rows([bare, failed])[0]).toBe("a test server over stdio: listed probe failed");
  });

  it("advises to wrap an agent that drops what arrives over one transport, if that was seen to help", () => {
    const bare = {
      agent: "agent",
      isWrapped: false,
      proof: "stand-in model",
      servers: [{ transport: "stdio", reached: "declared" }],
    } as const;
    const wrapped = { ...bare, isWrapped: true, servers: [{ transport: "stdio", reached: "called" }] } as const;
    const agents = [{ preset, state: "installed" } as const];
    const fixes = (probes: Facts["probes"]) => examine({ ...NOTHING, agents, probes }).map(({ fix }) => fix);
    expect(fixes([bare, wrapped])).toEqual(["start it as `tenon wrap agent`"]);
    expect(fixes([bare])).toEqual(["write its servers into the agent's own configuration"]);
  });
});

function server(parts: Partial<ServerFacts>): ServerFacts {
  return {
    id: "tenon/one",
    name: "one",
    client: "tenon",
    title: "Tenon",
    file: "/f",
    scope: "user",
    target: "a",
    spec: { type: "stdio", name: "one", command: "a", args: [], env: {} },
    problems: [],
    ...parts,
  };
}

function check(parts: Partial<ServerCheck>): ServerCheck {
  return { state: "failed", milliseconds: 1, steps: [], tools: [], tokens: 0, noise: [], ...parts };
}
