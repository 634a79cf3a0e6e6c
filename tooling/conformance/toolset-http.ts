/** The toolset of the suite over HTTP. Prints its address. */

import { serveHttp } from "@tenon/toolset/node";

import { suiteToolset } from "./toolset-suite.ts";

const { url } = await serveHttp(suiteToolset);
console.log(url);
