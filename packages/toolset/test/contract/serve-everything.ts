/** The toolset of the contract suite as a program. */

import { serve } from "@tenon/toolset/node";

import everything from "./everything.ts";

await serve(everything);
