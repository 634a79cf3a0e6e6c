import { describe, expect, it } from "vitest";

import { userFolder } from "../../src/config/user-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const home = "/home/ada";

describe("the user's folder", () => {
  it.each([
    ["linux", home, {}, "/home/ada/.config/tenon"],
    ["linux", home, { XDG_CONFIG_HOME: "/etc/ada" }, "/etc/ada/tenon"],
    ["linux", home, { XDG_CONFIG_HOME: "" }, "/home/ada/.config/tenon"],
    ["linux", home, { XDG_CONFIG_HOME: "relative" }, "/home/ada/.config/tenon"],
    ["darwin", "/Users/ada", {}, "/Users/ada/.config/tenon"],
    ["darwin", "/Users/ada", { XDG_CONFIG_HOME: "/x" }, "/x/tenon"],
    ["win32", "C:\\Users\\ada", { APPDATA: "D:\\Roaming" }, "D:\\Roaming\\tenon"],
    ["win32", "C:\\Users\\ada", {}, "C:\\Users\\ada\\AppData\\Roaming\\tenon"],
    ["win32", "C:\\Users\\ada", { XDG_CONFIG_HOME: "/x" }, "C:\\Users\\ada\\AppData\\Roaming\\tenon"],
  ] as const)("on %s, with home %s and %o, is %s", (platform, home, environment, folder) => {
    expect(userFolder({ platform, home, environment })).toBe(folder);
  });
});
