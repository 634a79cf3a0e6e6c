import { homedir } from "node:os";
import { posix, resolve, win32 } from "node:path";

export function userDataFolder(): string {
  return dataFolder({ platform: process.platform, environment: process.env, home: homedir() });
}

/**
 * The folder of the journal and of other data of this user that is not configuration.
 *
 * On Windows it is the folder that does not follow the user to other machines: a database must not be copied while it is
 * open. On macOS it is `~/.local/share`, as the configuration is in `~/.config`.
 */
export function dataFolder(machine: {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}): string {
  const { platform, environment, home } = machine;
  const chosen = environment["TENON_DATA"] ?? "";
  if (chosen !== "") return resolve(chosen);
  if (platform === "win32") {
    return win32.join(environment["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "tenon");
  }
  const base = environment["XDG_DATA_HOME"] ?? "";
  // The XDG specification: a relative path is to be ignored.
  return posix.join(posix.isAbsolute(base) ? base : posix.join(home, ".local", "share"), "tenon");
}
