/**
 * Tool calls in a real browser, and what is around them: questions, servers and messages. The gateway's sessions are
 * scripted. A file of its own, so that it runs beside the others.
 */

import { asking } from "./page/asking.ts";
import { calling } from "./page/calling.ts";
import { exchanging } from "./page/exchanging.ts";
import { lookingInside } from "./page/looking-inside.ts";
import { looks } from "./page/looks.ts";
import { describePage } from "./support/describe-page.ts";

await describePage("The page in a browser", [calling, exchanging, asking, lookingInside, looks]);
