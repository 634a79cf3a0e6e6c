import { t } from "../../messages/t.ts";
import { openInBrowser } from "../../process/open-in-browser.ts";
import { writeStdout } from "../../process/stdout.ts";
import { requireServer, type ServerFlags, withHub } from "./with-hub.ts";

export async function runSignIn(flags: ServerFlags & { readonly browser: boolean }, server: string): Promise<void> {
  await withHub(flags, async (hub, signal) => {
    requireServer(hub, server);
    const isSignedIn = await hub.signIn(server, {
      signal,
      ifNeeded: true,
      openBrowser: (url) => {
        process.stderr.write(`tenon: ${t("sign in at {url}", { url })}\n`);
        if (flags.browser) openInBrowser(url);
      },
    });
    if (!isSignedIn) return await writeStdout(`${t("{server} does not require sign-in.", { server })}\n`);
    const values = { server, count: hub.catalogue.tools.filter((tool) => tool.server === server).length };
    const text = t(
      { one: "Signed in to {server}: {count} tool.", other: "Signed in to {server}: {count} tools." },
      values,
    );
    await writeStdout(`${text}\n`);
  });
}
