import type { ToolCallEntry } from "@tenon/timeline";

import { isPicture } from "../content/is-picture.ts";
import { isSmallChange } from "./changed-lines.ts";

/** A finished call that is shown open: a small change, or a picture. */
export function isReadAtAGlance(entry: ToolCallEntry): boolean {
  return isSmallChange(entry) || entry.content.some((part) => part.type === "content" && isPicture(part.content));
}
