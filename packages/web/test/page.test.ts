/**
 * The page in a real browser, against a gateway whose sessions are scripted.
 */

import { fitting } from "./page/fitting.ts";
import { lasting } from "./page/lasting.ts";
import { listing } from "./page/listing.ts";
import { prompting } from "./page/prompting.ts";
import { reading } from "./page/reading.ts";
import { signingIn } from "./page/signing-in.ts";
import { finding } from "./page/finding.ts";
import { overPlainHttp } from "./page/over-plain-http.ts";
import { acting } from "./page/acting.ts";
import { surviving } from "./page/surviving.ts";
import { standingFirm } from "./page/standing-firm.ts";
import { describePage } from "./support/describe-page.ts";

await describePage("The page in a browser", [
  signingIn,
  overPlainHttp,
  listing,
  reading,
  prompting,
  lasting,
  surviving,
  acting,
  finding,
  standingFirm,
  fitting,
]);
