import { readySpecs, stateOf } from "./project-folder.ts";
import { describe, expect, it } from "vitest";

import { mergeServers } from "../../src/config/merge-servers.ts";
import type { FunctionServerSpec, HeldServerSpec, ServerSpec, StdioServerSpec } from "../../src/server-spec.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("the servers of one session", () => {
  it("[A-02][A-11] are the client's and the program's and the configured ones", () => {
    const { servers, problems } = mergeServers({
      configured: [configured("user"), configured("project")],
      client: [stdio("client")],
      program: [functions("program")],
    });
    expect(servers.map((spec) => [spec.name, spec.source, stateOf(spec)])).toEqual([
      ["client", "client", "ready"],
      ["program", "program", "ready"],
      ["user", "user", "ready"],
      ["project", "user", "ready"],
    ]);
    expect(readySpecs(servers)).toMatchObject([{ source: "client" }, { source: "program" }, {}, {}]);
    expect(problems).toEqual([]);
  });

  it("[A-13] are the client's where names collide, with a warning", () => {
    const { servers, problems } = mergeServers({
      configured: [configured("x", "configured"), configured("y")],
      client: [stdio("x", "clients")],
    });
    expect(readySpecs(servers)).toMatchObject([{ name: "x", command: "clients" }, { name: "y" }]);
    expect(problems).toEqual([
      {
        level: "warning",
        code: "overridden",
        server: "x",
        file: "/tenon.json",
        message: 'The client\'s server "x" is used instead of the one in /tenon.json.',
      },
    ]);
  });

  it("says nothing where client and configuration mean the same", () => {
    expect(mergeServers({ configured: [configured("x")], client: [stdio("x")] }).problems).toEqual([]);
  });

  it("[A-23] are on when the client gives them, also if a file has them disabled", () => {
    const off = heldSpec({ file: "/tenon.json", state: "disabled" });
    const { servers, problems } = mergeServers({ configured: [off], client: [stdio("x")] });
    expect(servers).toMatchObject([{ name: "x", type: "stdio" }]);
    expect(problems).toMatchObject([
      { message: 'The server "x" is disabled in /tenon.json, but the client provides it, so it is used.' },
    ]);
    expect(mergeServers({ configured: [off] }).servers).toEqual([off]);
  });

  it.each([undefined, null, {}, []])("[A-07] has none of a list that is %o", (list) => {
    const { servers, problems } = mergeServers({
      configured: [configured("x")],
      ...(list !== undefined && { client: list, program: list }),
    });
    expect(servers.map(({ name }) => name)).toEqual(["x"]);
    expect(problems).toEqual([]);
  });

  it("[P-14] gives the second of two servers of one name another, and says so", () => {
    const { servers, problems } = mergeServers({
      configured: [],
      client: [stdio("x", "1"), stdio("x-2", "2"), stdio("x", "3"), stdio("x", "4")],
      program: [functions("x")],
    });
    expect(readySpecs(servers).map(({ name }) => name)).toEqual(["x", "x-2", "x-3", "x-4", "x-5"]);
    expect(readySpecs(servers)).toMatchObject([
      { command: "1" },
      { command: "2" },
      { command: "3" },
      { command: "4" },
      {},
    ]);
    expect(problems.map(({ code, server }) => [code, server])).toEqual([
      ["renamed", "x-3"],
      ["renamed", "x-4"],
      ["renamed", "x-5"],
    ]);
  });

  it("[A-22] has none or some of the configured servers where the session says so", () => {
    const all = { configured: [configured("github"), configured("files")], client: [stdio("given")] };
    const names = (select: "all" | "none" | readonly string[]) =>
      mergeServers({ ...all, select }).servers.map(({ name }) => name);
    expect(names("all")).toEqual(["given", "github", "files"]);
    expect(names("none")).toEqual(["given"]);
    expect(names(["files"])).toEqual(["given", "files"]);
    expect(mergeServers({ ...all, select: ["githob", "none-like-it"] })).toMatchObject({
      servers: [{ name: "given" }],
      problems: [
        { code: "unknown_server", message: 'No server named "githob" is configured; did you mean "github"?' },
        { code: "unknown_server", message: 'No server named "none-like-it" is configured.' },
      ],
    });
  });

  it("keeps the failed and the waiting, for people to see", () => {
    const failed = heldSpec({ state: "failed" });
    const { servers } = mergeServers({ configured: [failed] });
    expect(servers).toEqual([failed]);
    expect(readySpecs(servers)).toEqual([]);
  });
});

function stdio(name: string, command = "c"): StdioServerSpec {
  return { name, type: "stdio", command, args: [], env: {} };
}

function functions(name: string): FunctionServerSpec {
  return { name, type: "functions", tools: [] };
}

function configured(name: string, command = "c"): ServerSpec {
  return { ...stdio(name, command), source: "user", file: "/tenon.json", options: { startMs: 1 } };
}

function heldSpec(fields: Pick<HeldServerSpec, "state"> & { readonly file?: string }): HeldServerSpec {
  return { type: "held", name: "x", source: "user", reason: "because", ...fields };
}
