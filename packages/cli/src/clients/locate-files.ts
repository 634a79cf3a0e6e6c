/**
 * From a file as the table names it to where it is on this machine.
 */

import { join } from "node:path";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The project's folder. */
  readonly cwd: string;
}

/** The editors whose agents we know how to find, and where in a file they are. */
export const editors = [
  { editor: "Zed", file: "{zed}/settings.json", key: "agent_servers" },
  { editor: "JetBrains", file: "~/.jetbrains/acp.json", key: "agent_servers" },
  // The extension formulahendry.acp-client.
  { editor: "ACP Client of VS Code", file: "{code}/settings.json", key: "acp.agents" },
] as const;

export function locateFile(name: string, machine: Machine): string {
  const { environment, home } = machine;
  const folders = systemFolders(machine);
  const named = name
    .replace(/^\{([A-Z_]+):([^}]*)\}/, (_, variable: string, otherwise: string) => environment[variable] || otherwise)
    .replace(/^\{([a-z]+)\}/, (whole, folder: string) => folders.get(folder) ?? whole);
  return named.startsWith("~/") ? join(home, named.slice(2)) : join(named);
}

function systemFolders({ platform, environment, home }: Machine): ReadonlyMap<string, string> {
  const config = environment["XDG_CONFIG_HOME"] || join(home, ".config");
  if (platform === "win32") {
    const app = environment["APPDATA"] || join(home, "AppData", "Roaming");
    return folders({ config, app, zed: join(app, "Zed"), goose: join(app, "Block", "goose", "config") });
  }
  const goose = join(config, "goose");
  if (platform === "darwin") {
    const app = join(home, "Library", "Application Support");
    return folders({ config, app, zed: join(config, "zed"), goose });
  }
  return folders({ config, app: config, zed: join(config, "zed"), goose });
}

function folders(named: { readonly [name: string]: string } & { readonly app: string }): ReadonlyMap<string, string> {
  return new Map([...Object.entries(named), ["code", join(named.app, "Code", "User")]]);
}
