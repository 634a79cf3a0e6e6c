import { describe, expect, it } from "vitest";

import { formatMoment, parseMoment } from "../src/arguments/moment.ts";
import { parseCount, parseDuration, parseSize, parseSpeed } from "../src/arguments/quantity.ts";
import { rawLine } from "../src/commands/log/raw-line.ts";

describe("what people write on the command line", () => {
  it.each([
    ["30s", 30_000],
    ["1.5h", 5_400_000],
    ["90d", 7_776_000_000],
    ["2W", 1_209_600_000],
  ])("the time %s", (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds));

  it.each([
    ["1024", 1024],
    ["500MB", 500_000_000],
    ["1.5 gb", 1_500_000_000],
    ["1GiB", 1_073_741_824],
  ])("the size %s", (text, bytes) => expect(parseSize(text)).toBe(bytes));

  it.each([
    ["4", 4],
    ["0.5", 0.5],
    ["10x", 10],
  ])("the speed %s", (text, speed) => expect(parseSpeed(text)).toBe(speed));

  it.each(["", "-1", "0", "1.5", "x", "1e3", "9".repeat(20)])("rejects %j as a count", (text) => {
    expect(() => parseCount(text)).toThrow("positive integer");
  });

  it.each(["", "5", "d", "5 days", "-5d"])("rejects %j as a duration", (text) => {
    expect(() => parseDuration(text)).toThrow("such as");
  });

  it.each(["", "GB", "1XB", "-1"])("rejects %j as a size", (text) => expect(() => parseSize(text)).toThrow("such as"));

  it.each(["0", "", "fast", "-1"])("rejects %j as a speed", (text) =>
    expect(() => parseSpeed(text)).toThrow("greater than 0"),
  );
});

describe("moments", () => {
  const now = Date.UTC(2026, 9, 10);
  const parse = (text: string, edge: "begin" | "end" = "begin") => parseMoment(text, { flag: "--since", now, edge });

  it("a date is a whole day here, not in Greenwich", () => {
    expect(parse("2026-10-01")).toBe(new Date(2026, 9, 1).getTime());
    expect(parse("2026-10-01", "end")).toBe(new Date(2026, 9, 2).getTime() - 1);
  });

  it("a time with a zone is that time", () => {
    expect(parse("2026-10-01T14:30:00Z")).toBe(Date.UTC(2026, 9, 1, 14, 30));
    expect(formatMoment(parse("2026-10-01 14:30"))).toBe("2026-10-01 14:30");
  });

  it("an age counts from now", () => expect(parse("2d")).toBe(now - 2 * 86_400_000));

  it.each(["2026-13-01", "2026-10-99", "yesterday"])("%s is not understood", (text) => {
    expect(() => parse(text)).toThrow("--since");
  });
});

describe("a raw line", () => {
  const text = '{"text":"\u009B31m\u202Eevil"}';
  const record = { seq: 1, at: 2, from: "agent", kind: "", text } as const;

  it("is exact in a pipe, and means the same on a terminal without doing anything to it", () => {
    const exact = rawLine(record, { isTerminal: false });
    expect(exact).toBe(`{"seq":1,"at":2,"from":"agent","message":${text}}`);
    const shown = rawLine(record, { isTerminal: true });
    expect(shown).toContain(String.raw`\u009b31m\u202eevil`);
    expect(JSON.parse(shown)).toEqual(JSON.parse(exact));
  });

  it("stays one line whatever the text is", () => {
    const line = rawLine({ ...record, text: '{\n"a":1}' }, { isTerminal: false });
    expect(JSON.parse(line)).toEqual({ seq: 1, at: 2, from: "agent", text: '{\n"a":1}' });
    expect(line).not.toContain("\n");
  });
});
