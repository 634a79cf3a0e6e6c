import { spawn } from "node:child_process";

import { commandVariables } from "@tenon/policy";

/** Never through a shell: a server or an agent chose the URL. A failure is ignored, because the URL is printed too. */
export function openInBrowser(url: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", url]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", url]
        : ["xdg-open", url];
  const child = spawn(command ?? "", args, {
    stdio: "ignore",
    detached: true,
    env: { ...commandVariables(process.env) },
  });
  child.on("error", () => {});
  child.unref();
}
