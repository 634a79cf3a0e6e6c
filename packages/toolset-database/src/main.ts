#!/usr/bin/env node
/** The MCP server on standard streams: `tenon-toolset-database`. */

import { serve } from "@tenon/toolset/node";

import { databaseToolset } from "./toolset.ts";

await serve(databaseToolset());
