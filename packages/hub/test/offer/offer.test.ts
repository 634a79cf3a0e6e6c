import { describe, expect, it } from "vitest";

import type { CatalogueTool } from "../../src/offer/catalogue-tool.ts";
import { offer, type Offer } from "../../src/offer/offer.ts";
import type { OfferRequest } from "../../src/offer/offer-request.ts";
import { indexOf, makeTool, smallCatalogue } from "./catalogue.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const index = indexOf(smallCatalogue);
// Room for a handful of the small catalogue's tools, which cost some thirty tokens each.
const narrow = { contextTokens: 300, share: 1 };

const make = (request: Partial<OfferRequest> = {}) => offer({ index, prompt: "", ...request });
const names = ({ tools }: Offer) => tools.map(({ name }) => name);
const verdict = ({ verdicts }: Offer, name: string) => verdicts.find(({ tool }) => tool.name === name);
const tool = (name: string) => `mcp__${name.replace("/", "__")}`;

describe("without any rules", () => {
  it("offers everything while everything is small, and no find_tools", () => {
    const made = make({ prompt: "what is in this folder?" });
    expect(names(made)).toHaveLength(smallCatalogue.length);
    expect(made.tokens.offered).toBe(made.tokens.everything);
    expect(verdict(made, tool("git/git_log"))).toMatchObject({ isOffered: true, code: "always" });
  });

  it("does not search while everything fits", () => {
    const unsearched = { ...index, search: () => expect.unreachable("searched") };
    expect(names(make({ index: unsearched, prompt: "what is in this folder?" }))).toHaveLength(smallCatalogue.length);
    expect(names(make({ index: { ...unsearched, tools: [] }, prompt: "hello" }))).toEqual([]);
  });

  it("[T-05] offers what the prompt needs, and find_tools, once everything would be too much", () => {
    const made = make({ prompt: "what is in this folder?", budget: narrow });
    expect(names(made).slice(0, 2)).toEqual(["find_tools", tool("files/list_directory")]);
    expect(verdict(made, tool("files/list_directory"))).toMatchObject({
      isOffered: true,
      code: "found",
      reason: "Found (rank 1: what is in, folder).",
    });
    expect(verdict(made, tool("browser/click"))).toMatchObject({ isOffered: false, code: "not-found" });
    expect(made.tokens.offered).toBeLessThan(made.tokens.everything);
  });

  it("[T-01] starts 300 tools with less than 5000 tokens", () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      makeTool(`server${at % 20}`, `thing_${at}`, { description: `Reads thing number ${at}. `.repeat(20) }),
    );
    const made = offer({ index: indexOf(many), prompt: "read things" });
    expect(made.tokens.everything).toBeGreaterThan(30_000);
    expect(made.tokens.offered).toBeLessThan(5_000);
  });
});

describe("with rules", () => {
  it("always offers what is always included, and by need what is not", () => {
    const include = { agent: { files: { include: "agent" as const }, git: { include: "always" as const } } };
    const made = make({ prompt: "commit this", include, budget: narrow });
    expect(verdict(made, tool("git/git_log"))).toMatchObject({ isOffered: true, code: "always" });
    expect(verdict(made, tool("files/write_file"))).toMatchObject({ isOffered: false, code: "not-found" });
  });

  it("leaves out what is set to manual, until the session includes it", () => {
    const include = { session: { git: { include: "manual" as const } } };
    const request = { prompt: "show the commit history", include };
    expect(verdict(make(request), tool("git/git_log"))).toMatchObject({
      isOffered: false,
      code: "off",
      reason: "Manual, so not offered (set by the session).",
    });
    const included = { session: { git: { include: "manual" as const, tools: { git_log: "always" as const } } } };
    expect(verdict(make({ ...request, include: included }), tool("git/git_log"))).toMatchObject({
      isOffered: true,
      code: "always",
    });
  });

  it("needs no find_tools for tools that may not be found", () => {
    const include = { session: { git: { include: "manual" as const } } };
    expect(names(make({ include }))).not.toContain("find_tools");
  });

  it("[P78] never shows the model a tool made for a user interface, even one that is always included", () => {
    const tools = [makeTool("maps", "draw_tile", { isAppOnly: true, include: "always" })];
    const made = offer({ index: indexOf(tools), prompt: "draw tile" });
    expect(made.tools).toEqual([]);
    expect(made.verdicts).toMatchObject([{ isOffered: false, code: "app-only" }]);
  });
});

describe("budget", () => {
  const heavy: readonly CatalogueTool[] = Array.from({ length: 6 }, (_, at) =>
    makeTool("heavy", `report_${at}`, { description: `Writes a report. ${"word ".repeat(200)}`, include: "agent" }),
  );

  it("leaves out what does not fit, and says so", () => {
    const made = offer({ index: indexOf(heavy), prompt: "write a report", budget: { contextTokens: 800, share: 1 } });
    expect(made.tokens.offered).toBeLessThanOrEqual(800);
    expect(made.verdicts.map(({ code }) => code).toSorted()).toEqual([
      "found",
      "found",
      ...Array.from({ length: 4 }, () => "over-budget"),
    ]);
    expect(made.warnings).toEqual([]);
  });

  it("[T-01] is not filled by the few tools that are described at length, but the best find is always there", () => {
    const long = (at: number) =>
      makeTool("long", `thing_${at}`, { description: `Reads things. ${"And so on. ".repeat(700)}` });
    const short = Array.from({ length: 60 }, (_, at) =>
      makeTool("short", `thing_${at}`, { description: "About things." }),
    );
    const many = indexOf([...Array.from({ length: 8 }, (_, at) => long(at)), ...short]);
    const made = offer({ index: many, prompt: "read things" });
    expect(made.tokens.everything).toBeGreaterThan(15_000);
    expect(made.tokens.offered).toBeLessThan(4_000);
    expect(names(made)).toContain(tool("long/thing_0"));
    expect(verdict(made, tool("long/thing_5"))).toMatchObject({ isOffered: false, code: "over-budget" });
    const small = offer({ index: many, prompt: "read things", budget: { mostFoundTokens: 10 } });
    expect(names(small)).toEqual(["find_tools", tool("long/thing_0")]);
  });

  it("warns when what is always included passes it, and offers it all the same", () => {
    const include = { session: { heavy: { include: "always" as const } } };
    const made = offer({ index: indexOf(heavy), prompt: "", include, budget: { contextTokens: 800, share: 1 } });
    expect(made.tools).toHaveLength(6);
    expect(made.warnings).toMatchObject([{ code: "over-budget" }]);
  });

  it("[T-03] [P67] never offers more tools than a provider takes, and names those it left out", () => {
    const include = { session: { heavy: { include: "always" as const } } };
    const made = offer({ index: indexOf(heavy), prompt: "", include, budget: { mostTools: 4 } });
    expect(made.tools).toHaveLength(4);
    expect(names(made)).toContain("find_tools");
    expect(made.warnings).toMatchObject([{ code: "too-many-tools" }]);
    expect(made.warnings[0]?.message).toContain("mcp__heavy__report_3, mcp__heavy__report_4, mcp__heavy__report_5");
  });
});

describe("through a session", () => {
  it("[P72] keeps what was offered where it was, and appends", () => {
    const budget = { contextTokens: 500, share: 1 };
    const first = make({ prompt: "what is in this folder?", budget });
    const second = make({ prompt: "take a screenshot", budget, before: first.order });
    expect(JSON.stringify(second.tools.slice(0, first.tools.length))).toBe(JSON.stringify(first.tools));
    expect(verdict(second, tool("files/list_directory"))).toMatchObject({ code: "kept" });
    expect(verdict(second, tool("browser/take_screenshot"))).toMatchObject({ code: "found" });
  });

  it("adds nothing when the same prompt is answered a second time", () => {
    const first = make({ prompt: "read the file", budget: narrow });
    const second = make({ prompt: "read the file", budget: narrow, before: first.order });
    expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
    expect(second.order).toEqual(first.order);
  });

  it("[P72] gives tools their places back after their server was away", () => {
    const request = { prompt: "take a screenshot of the page", budget: narrow };
    const before = make(request);
    const without = offer({ ...request, index: index.removeServer("browser"), before: before.order });
    expect(names(without)).not.toContain(tool("browser/take_screenshot"));
    const after = make({ ...request, before: without.order });
    expect(JSON.stringify(after.tools.slice(0, before.tools.length))).toBe(JSON.stringify(before.tools));
  });

  it("takes a tool out that a person turned off", () => {
    const first = make({ prompt: "show the commit history", budget: narrow });
    expect(names(first)).toContain(tool("git/git_log"));
    const include = { session: { git: { tools: { git_log: "manual" as const } } } };
    expect(names(make({ prompt: "", budget: narrow, before: first.order, include }))).not.toContain(
      tool("git/git_log"),
    );
  });

  it("keeps what was used", () => {
    const made = make({ budget: narrow, used: [tool("git/git_merge")] });
    expect(verdict(made, tool("git/git_merge"))).toMatchObject({ isOffered: true, code: "used" });
  });

  it("lets in what the model asked for, at the cost of tools it never used", () => {
    const tools = ["zero", "one", "two", "three"].map((name) =>
      makeTool("reports", `report_${name}`, {
        description: `Writes report ${name}. ${"word ".repeat(200)}`,
        include: "agent",
      }),
    );
    const request = { index: indexOf(tools), prompt: "", budget: { contextTokens: 1_100, share: 1 } };
    const before = ["find_tools", ...["zero", "one", "two"].map((name) => tool(`reports/report_${name}`))];
    const full = offer({ ...request, before });
    expect(names(full)).toEqual(before);

    const used = [tool("reports/report_one")];
    const asked = [tool("reports/report_three")];
    const made = offer({ ...request, before, used, asked });
    expect(names(made)).toEqual(["find_tools", ...used, ...asked]);
    expect(verdict(made, tool("reports/report_zero"))).toMatchObject({
      code: "over-budget",
      reason: "Removed unused, for a tool that the model asked for.",
    });
  });
});
