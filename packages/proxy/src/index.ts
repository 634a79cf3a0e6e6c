export type { Frame } from "./wire/frame.ts";
export type { Interceptor, Sides, Verdict } from "./wire/interceptor.ts";
