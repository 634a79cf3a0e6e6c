import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { dataFolder } from "../src/user/data-folder.ts";
import { journalFolder } from "./journal-folder.ts";

describe("the data folder", () => {
  it.each([
    ["linux", {}, "/home/me/.local/share/tenon"],
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/tenon"],
    ["linux", { XDG_DATA_HOME: "relative" }, "/home/me/.local/share/tenon"],
    ["darwin", {}, "/home/me/.local/share/tenon"],
    ["win32", { LOCALAPPDATA: "C:\\Local" }, "C:\\Local\\tenon"],
    ["linux", { TENON_DATA: "/elsewhere", XDG_DATA_HOME: "/data" }, resolve("/elsewhere")],
    ["linux", { TENON_DATA: "" }, "/home/me/.local/share/tenon"],
  ] as const)("on %s with %j is %s", (platform, environment, folder) => {
    expect(dataFolder({ platform, environment, home: "/home/me" })).toBe(folder);
  });
});

describe("[K-15] what is written down", () => {
  it("keeps secrets of the environment out of an import too", async () => {
    await using journal = await journalFolder();
    const secret = "s3cret-of-the-environment";
    await journal.record({}, [{ from: "agent", text: `{"method":"x","params":{"text":"${secret}"}}` }]);
    journal.environment["MY_TOKEN"] = secret;
    await using other = await journalFolder();
    await journal.piped("export last", `TENON_DATA=${other.folder} "$0" "$1" log import -`);
    expect((await journal.log("show", "last", "--raw")).stdout).toContain(secret);
    const { stdout } = await other.log("show", "last", "--raw");
    expect(stdout).toContain("[redacted]");
    expect(await readFile(other.file, "latin1")).not.toContain(secret);
  });
});
