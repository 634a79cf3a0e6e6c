export type { Frame } from "./wire/frame.ts";
export type { CreateInterceptor, Interceptor, Sides, Verdict } from "./wire/interceptor.ts";
