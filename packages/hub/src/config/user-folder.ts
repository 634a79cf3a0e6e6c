/**
 * Where the user's own `tenon.json` is.
 *
 * macOS too uses `~/.config`: it is where people look for the configuration of a command, and what they keep in a
 * repository of their own; `~/Library` is for applications.
 */

import { posix, win32 } from "node:path";

export function userFolder(machine: {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}): string {
  const { platform, environment, home } = machine;
  if (platform === "win32") {
    return win32.join(environment["APPDATA"] || win32.join(home, "AppData", "Roaming"), "tenon");
  }
  const base = environment["XDG_CONFIG_HOME"] ?? "";
  // The XDG specification: a relative path is to be ignored.
  return posix.join(posix.isAbsolute(base) ? base : posix.join(home, ".config"), "tenon");
}
