/**
 * Takes the token out of the page's address, where `tenon serve` put it.
 *
 * It is in the fragment, so it never reaches the server or its logs; removed at once, it does not stay in the history.
 */
export function takeToken({ location, history }: Pick<Window, "location" | "history">): string | undefined {
  const words = new URLSearchParams(location.hash.slice(1));
  const token = words.get("token");
  if (token === null || token === "") return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}
