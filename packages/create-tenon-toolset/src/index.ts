export { createToolset, type CreatedToolset } from "./create-toolset.ts";
