import { openInBrowser } from "../../process/open-in-browser.ts";
import { writeStdout } from "../../process/stdout.ts";
import { counted } from "../../terminal/counted.ts";
import { requireServer, type ServerFlags, withHub } from "./with-hub.ts";

export async function runSignIn(flags: ServerFlags & { readonly browser: boolean }, server: string): Promise<void> {
  await withHub(flags, async (hub, signal) => {
    requireServer(hub, server);
    const isSignedIn = await hub.signIn(server, {
      signal,
      ifNeeded: true,
      openBrowser: (url) => {
        process.stderr.write(`tenon: sign in at ${url}\n`);
        if (flags.browser) openInBrowser(url);
      },
    });
    if (!isSignedIn) return await writeStdout(`${server} does not require sign-in.\n`);
    const tools = hub.catalogue.tools.filter((tool) => tool.server === server).length;
    await writeStdout(`Signed in to ${server}: ${counted(tools, "tool")}.\n`);
  });
}
