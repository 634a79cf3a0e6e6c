import { expect, it } from "vitest";

import type { IncludeMode } from "../../src/offer/catalogue-tool.ts";
import { resolveInclude } from "../../src/offer/include-mode.ts";
import { makeTool } from "./catalogue.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const all: readonly IncludeMode[] = ["always", "manual", "agent"];

it.each(all)("the most specific word wins: %s", (mode) => {
  const other: IncludeMode = mode === "always" ? "agent" : "always";
  const said = { include: other, tools: { read: mode } };
  const tool = makeTool("files", "read", { include: other });
  expect(resolveInclude(tool, { session: { files: said }, agent: { files: { tools: { read: other } } } })).toEqual({
    mode,
    setBy: "session, for this tool",
  });
  expect(
    resolveInclude(tool, { session: { files: { include: mode } }, agent: { files: { tools: { read: other } } } }),
  ).toEqual({
    mode,
    setBy: "session",
  });
  expect(resolveInclude(tool, { agent: { files: said } })).toEqual({ mode, setBy: "agent, for this tool" });
  expect(resolveInclude(tool, { agent: { files: { include: mode } } })).toEqual({ mode, setBy: "agent" });
  expect(resolveInclude(makeTool("files", "read", { include: mode }), { agent: { other: said } })).toEqual({
    mode,
    setBy: "declaration",
  });
});

it("says nothing where no configuration does", () => {
  expect(resolveInclude(makeTool("files", "read"))).toEqual({ mode: undefined, setBy: "default" });
});

it("[T-04] takes patterns for tools: the plain name first, then the longest", () => {
  const tools: Record<string, IncludeMode> = {
    "*": "manual",
    "get_*": "agent",
    "get_user*": "always",
    get_users: "manual",
  };
  const mode = (tool: string) => resolveInclude(makeTool("api", tool), { session: { api: { tools } } }).mode;
  expect(["post", "get_page", "get_user", "get_users"].map(mode)).toEqual(["manual", "agent", "always", "manual"]);
});

it("reads everything but the star literally", () => {
  const rules = { session: { "a.b": { tools: { "x.*": "always" as const } } } };
  expect(resolveInclude(makeTool("a.b", "x.y"), rules).mode).toBe("always");
  expect(resolveInclude(makeTool("a.b", "xzy"), rules).mode).toBeUndefined();
  expect(resolveInclude(makeTool("acb", "x.y"), rules).mode).toBeUndefined();
});

it("is not confused by servers and tools called like parts of every object", () => {
  const rules = { session: { files: { tools: {} } } };
  expect(resolveInclude(makeTool("constructor", "toString"), rules).mode).toBeUndefined();
  expect(resolveInclude(makeTool("files", "toString"), rules).mode).toBeUndefined();
});
