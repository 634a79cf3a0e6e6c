import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/app.tsx";
import { speakFirstOf } from "./language/languages.ts";
import { createShell, ShellContext } from "./shell/shell-state.ts";
import { applyTheme } from "./shell/theme.ts";
import { takeToken } from "./app/token-from-address.ts";
import { keepShareLink } from "./people/share-link.ts";
import { createHighlighter, HighlighterContext } from "./markdown/highlighter.ts";
import { createApi } from "./wire/api.ts";

const listeners = new Set<() => void>();
keepShareLink(window);
const token = takeToken(window);
const shell = createShell(localStorage);
const highlighter = createHighlighter();
const api = createApi({
  base: new URL(location.origin),
  storage: localStorage,
  onSignedOut: () => {
    for (const listener of listeners) listener();
  },
});
applyTheme(shell, document.documentElement);
const { language } = shell.getState();
await speakFirstOf([...(language === undefined ? [] : [language]), ...navigator.languages], document.documentElement);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root.");
createRoot(root).render(
  <StrictMode>
    <ShellContext value={shell}>
      <HighlighterContext value={highlighter}>
        <App api={api} token={token} onSignedOut={listen} />
      </HighlighterContext>
    </ShellContext>
  </StrictMode>,
);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
