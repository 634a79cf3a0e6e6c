/** The toolset of the suite on standard streams. */

import { serve } from "@tenon/toolset/node";

import { suiteToolset } from "./toolset-suite.ts";

await serve(suiteToolset);
