import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { presets } from "@tenon/client";
import { describe, expect, it } from "vitest";

import { knownAgents, unknownAgent } from "../../src/agents/known-agents.ts";
import { doorFor, traitsOf } from "../../src/agents/traits-of.ts";
import { agentsTable } from "./agents-table.ts";

const page = readFileSync(fileURLToPath(new URL("../../../../docs/agents.md", import.meta.url)), "utf8");

const initialized = (agentInfo?: object, http?: boolean) => ({
  protocolVersion: 1,
  ...(agentInfo && { agentInfo }),
  agentCapabilities: { mcpCapabilities: { http } },
});

describe("the table of agents", () => {
  it("has every preset once", () => {
    const names = knownAgents.map(({ name }) => name);
    expect(presets.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("agrees with the presets about which agents drop servers", () => {
    const dropped = presets.map(({ name, dropsServers }) => [name, dropsServers?.transport]);
    const inTable = presets.map(({ name }) => {
      const { takes } = traitsOf({ preset: name, initialized: initialized() });
      return [name, takes.length === 0 ? "any" : takes.includes("stdio") ? undefined : "stdio"];
    });
    expect(inTable).toEqual(dropped);
  });

  it("leaves names that fit into 64 characters with the agent's prefix", () => {
    for (const { prefix, nameLength } of [...knownAgents, unknownAgent]) {
      expect(prefix.length + nameLength).toBeLessThanOrEqual(64);
      expect(nameLength).toBeGreaterThan(40);
    }
  });

  it("[WA13] says why an agent has no tools", () => {
    const silent = knownAgents.filter(({ takes, caveat }) => takes.length === 0 && caveat === undefined);
    expect(silent).toEqual([]);
  });

  it("is shown in docs/agents.md", () => {
    const cells = (line: string) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
    const [, section = ""] = page.split("## What they do with MCP servers");
    const rows = section
      .split("\n## ")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("|"))
      .slice(2)
      .map(cells);
    expect(rows).toEqual(agentsTable());
    const missing = knownAgents.filter(({ caveat = "" }) => !section.includes(caveat));
    expect(missing).toEqual([]);
  });
});

describe("the agent on the other side", () => {
  it("is known by what it says of itself before the name that was typed [M51]", () => {
    expect(traitsOf({ preset: "claude", initialized: initialized({ name: "gemini-cli", version: "1" }) }).name).toBe(
      "gemini",
    );
  });

  it("is known by the name that was typed if it says nothing", () => {
    expect(traitsOf({ preset: "claude-code", initialized: initialized() }).name).toBe("claude");
    expect(traitsOf({ preset: "pi", initialized: {} }).name).toBe("pi");
  });

  it("is distinguished by its version where two programs share a name", () => {
    const named = (version: string) => traitsOf({ initialized: initialized({ name: "codex-acp", version }) }).name;
    expect([named("0.16.0"), named("2.6.0")]).toEqual(["codex-zed", "codex"]);
  });

  it("is given stdio, and http as a second choice if it declares it, when it is not known", () => {
    expect(traitsOf({ initialized: initialized({ name: "new", version: "1" }) }).takes).toEqual(["stdio"]);
    expect(traitsOf({ initialized: initialized({ name: "new", version: "1" }, true) }).takes).toEqual([
      "stdio",
      "http",
    ]);
    for (const odd of [undefined, null, 5, { agentInfo: 7 }])
      expect(traitsOf({ initialized: odd }).name).toBe("unknown");
  });

  it("[W23] gets a process where its environment sends loopback through a proxy", () => {
    const both = { takes: ["http", "stdio"] } as const;
    expect(doorFor(both, {})).toBe("http");
    expect(doorFor(both, { http_proxy: "http://proxy:3128" })).toBe("stdio");
    expect(doorFor(both, { HTTP_PROXY: "http://proxy:3128", NO_PROXY: "localhost, 127.0.0.1" })).toBe("http");
    expect(doorFor({ takes: ["http"] }, { HTTP_PROXY: "http://proxy:3128" })).toBe("http");
    expect(doorFor({ takes: [] }, {})).toBeUndefined();
  });
});
