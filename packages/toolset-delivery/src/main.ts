#!/usr/bin/env node
/** The MCP server on standard streams: `tenon-toolset-delivery`. */

import { serve } from "@tenon/toolset/node";

import { deliveryToolset } from "./toolset.ts";

await serve(deliveryToolset());
