export { databaseToolset } from "./toolset.ts";
