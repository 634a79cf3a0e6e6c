export { deliveryToolset } from "./toolset.ts";
