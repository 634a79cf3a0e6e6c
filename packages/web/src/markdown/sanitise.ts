/**
 * Sanitises HTML from agents: a short list of tags, no scripts, styles, forms or frames, links in a new tab, and no images
 * but those in the message itself.
 */

import DOMPurify, { type Config } from "dompurify";

import { t } from "../language/t.ts";

const CONFIG: Config = {
  // prettier-ignore
  ALLOWED_TAGS: [
    "a", "b", "blockquote", "br", "code", "dd", "del", "details", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6",
    "hr", "i", "img", "input", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp", "span", "strong", "sub",
    "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul", "var",
  ],
  ALLOWED_ATTR: [
    "align",
    "alt",
    "checked",
    "colspan",
    "disabled",
    "href",
    "open",
    "rowspan",
    "src",
    "start",
    "title",
    "type",
  ],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/iu,
  // Otherwise what these say would have to be an address too: a list would begin at 1, a task would have no box.
  ADD_URI_SAFE_ATTR: ["align", "checked", "colspan", "disabled", "open", "rowspan", "start", "type"],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

const OWN_PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/iu;

export function createSanitiser(): (html: string) => string {
  const purifier = DOMPurify(window);
  purifier.addHook("afterSanitizeAttributes", (element) => {
    if (element instanceof HTMLAnchorElement) sendAway(element);
    else if (element instanceof HTMLImageElement && !OWN_PICTURE.test(element.src))
      element.replaceWith(placeholder(element));
    // Only the boxes of a task list: a field to type in would be a question of the page's.
    else if (element instanceof HTMLInputElement && (element.type !== "checkbox" || !element.disabled))
      element.remove();
  });
  return (html) => purifier.sanitize(html, CONFIG);
}

function sendAway(link: HTMLAnchorElement): void {
  if (!link.hasAttribute("href")) return;
  link.target = "_blank";
  link.rel = "noopener noreferrer nofollow";
}

/** A remote image would tell its server when the message was read: it is a link instead. */
function placeholder(image: HTMLImageElement): HTMLElement {
  const isWeb = /^https?:/iu.test(image.src);
  const shown = document.createElement(isWeb ? "a" : "span");
  shown.className = "blocked-image";
  shown.textContent = `${t("Picture not loaded")}${image.alt ? `: ${image.alt}` : ""}`;
  if (shown instanceof HTMLAnchorElement) {
    shown.href = image.src;
    shown.title = image.src;
    sendAway(shown);
  }
  return shown;
}
