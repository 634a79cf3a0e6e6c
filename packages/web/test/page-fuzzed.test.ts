/**
 * Random typing and random events in a real browser. A file of its own, so that it runs beside the others.
 */

import { following } from "./page/following.ts";
import { typingBlindly } from "./page/typing-blindly.ts";
import { describePage } from "./support/describe-page.ts";

await describePage("The page in a browser", [following, typingBlindly]);
