/**
 * How often a search finds the tool that was meant, at the first place and among the first five.
 *
 * A request counts as found when any tool that would do is there: the model needs one, and two servers often have it.
 */

import type { ToolIndex } from "@tenon/hub/offer";
import type { SearchRequest } from "./requests/search-request.ts";

export type Wording = "model" | "user";

export interface Recall {
  readonly atOne: number;
  readonly atFive: number;
  readonly missed: readonly SearchRequest[];
}

export function recall(
  index: ToolIndex,
  requests: readonly SearchRequest[],
  options: {
    readonly wording: Wording;
    readonly change?: (text: string) => string;
  },
): Recall {
  const { wording, change = (text) => text } = options;
  const places = requests.map((request) => {
    const found = index.search(change(request[wording]), { limit: 5 });
    return found.findIndex(({ tool }) => request.expect.includes(`${tool.server}/${tool.tool}`));
  });
  const share = (isFound: (place: number) => boolean) => places.filter(isFound).length / Math.max(1, requests.length);
  return {
    atOne: share((place) => place === 0),
    atFive: share((place) => place >= 0),
    missed: requests.filter((_, at) => places[at] === -1),
  };
}

/** The request with two letters swapped in the middle of its longest plain word, as hasty fingers do. */
export function mistype(text: string): string {
  const words = text.match(/(?<!\S)[a-z]{5,}(?![^\s.,?!])/gi) ?? [];
  const [longest] = words.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return text;
  const middle = Math.floor(longest.length / 2);
  const swapped = `${longest.slice(0, middle - 1)}${longest[middle]}${longest[middle - 1]}${longest.slice(middle + 1)}`;
  return text.replace(longest, swapped);
}
