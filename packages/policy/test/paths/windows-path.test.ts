import { win32 } from "node:path";

import { describe, expect, it } from "vitest";

import { isInside } from "../../src/paths/is-inside.ts";
import { windowsPathProblem } from "../../src/paths/windows-path.ts";

const root = String.raw`C:\Users\me\ws`;

describe("[K-17] on Windows", () => {
  it.each([
    [String.raw`C:\Users\me\ws`, true],
    [String.raw`C:\Users\me\ws\a\b`, true],
    [String.raw`c:\users\ME\ws\a`, true],
    [String.raw`C:\Users\me\ws\..a`, true],
    [String.raw`C:\Users\me\ws-evil\a`, false],
    [String.raw`C:\Users\me`, false],
    [String.raw`D:\Users\me\ws\a`, false],
    [String.raw`D:\evil`, false],
    [String.raw`\\server\share\a`, false],
    [String.raw`\\?\C:\Windows`, false],
  ])("%s is inside: %s", (path, expected) => {
    expect(isInside(path, root, win32)).toBe(expected);
  });

  it.each([
    [String.raw`C:\ws\a.txt`, undefined],
    ["C:/ws/a.b/c", undefined],
    [String.raw`C:\ws\..\a`, undefined],
    [String.raw`\\server\share\a`, undefined],
    [String.raw`\\?\C:\ws\a`, "It is a device path, which bypasses name checks."],
    [String.raw`\\.\PhysicalDrive0`, "It is a device path, which bypasses name checks."],
    ["//?/C:/ws", "It is a device path, which bypasses name checks."],
    ["C:ws", "It is relative to the current folder of a drive."],
    [String.raw`C:\ws\a.txt:stream`, "It names an alternate data stream."],
    [String.raw`C:\ws\a.txt::$DATA`, "It names an alternate data stream."],
    [String.raw`C:\ws\a.txt.`, "A segment ends in a dot or a space."],
    [String.raw`C:\ws \a`, "A segment ends in a dot or a space."],
    [String.raw`C:\ws\...\a`, "A segment ends in a dot or a space."],
    [String.raw`C:\ws\NUL`, "It names a device."],
    [String.raw`C:\ws\con.txt`, "It names a device."],
    [String.raw`C:\ws\COM1`, "It names a device."],
    [String.raw`C:\ws\console.txt`, undefined],
  ])("%s: %s", (path, problem) => {
    expect(windowsPathProblem(path)).toBe(problem);
  });
});
