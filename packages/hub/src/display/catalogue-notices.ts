/**
 * Tells the user, once for each reason, that tools are left out: of the catalogue, because a server lists too many, or of
 * requests, because those given with the session do not fit.
 */

import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Offer } from "../offer/index.ts";
import type { Notice } from "./notice.ts";

export interface CatalogueNotices {
  catalogue(warnings: Catalogue["warnings"]): void;
  offer(warnings: Offer["warnings"]): void;
  /** The client knows the session now. */
  announce(): void;
}

export function createCatalogueNotices(options: {
  notice(notice: Notice): void;
  /** What a person can do about it. */
  readonly whatToDo: string;
}): CatalogueNotices {
  const reported = new Set<string>();
  const waiting: (() => void)[] = [];
  let isAnnounced = false;

  function report(key: string, title: string, why: string): void {
    if (reported.has(key)) return;
    reported.add(key);
    const send = () => options.notice({ severity: "warning", title, description: `${why}\n${options.whatToDo}` });
    if (isAnnounced) send();
    else waiting.push(send);
  }

  return {
    catalogue(warnings) {
      for (const { server, code, message } of warnings) {
        report(`${code} ${server}`, `Not all tools of ${server} are in this session`, `${message}.`);
      }
    },
    offer(warnings) {
      for (const { code, message } of warnings) report(code, TITLES[code], message);
    },
    announce() {
      isAnnounced = true;
      for (const send of waiting.splice(0)) send();
    },
  };
}

const TITLES: Readonly<Record<Offer["warnings"][number]["code"], string>> = {
  "given-left-out": "This session has more tools than fit into one request",
  "too-many-tools": 'More tools are set to "always" than fit into one request',
  "over-budget": "The tools that are always included take much of the context",
};
