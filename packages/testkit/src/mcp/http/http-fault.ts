/**
 * What an HTTP server, or something in front of it, does instead of answering a request.
 *
 * A fault is data: which requests it meets, how often, and what happens to them.
 */

export interface HttpFault {
  /** Everything given must fit; nothing given fits every request. */
  readonly when?: {
    readonly httpMethod?: "GET" | "POST" | "DELETE";
    readonly path?: string;
    /** The method of the JSON-RPC message. */
    readonly method?: string;
  };
  /** How many requests it affects. Defaults to all. */
  readonly times?: number;
  readonly answer: FaultAnswer;
}

export type FaultAnswer =
  | {
      readonly type: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Opens an event stream without any event in it. */
  | { readonly type: "empty-stream"; readonly ending: "end" | "cut" | "stall" }
  /** Takes the request and never answers. */
  | { readonly type: "stall" }
  /** Drops the connection. */
  | { readonly type: "cut" }
  /** Answers properly, under a wrong content type. */
  | { readonly type: "mislabel"; readonly contentType: string };

type When = NonNullable<HttpFault["when"]>;

interface FaultOptions {
  readonly when?: When;
  readonly times?: number;
}

/** The faults people meet, by name. */
export const httpFault = {
  /** The GET of the older revision's notification stream, refused with anything. 405 is the correct way. */
  noGetStream(status: number): HttpFault {
    return { when: { httpMethod: "GET" }, answer: { type: "status", status } };
  },
  /** The GET answered with JSON, as if it had been a question. */
  getAnsweredWithJson(): HttpFault {
    const headers = { "content-type": "application/json" };
    return { when: { httpMethod: "GET" }, answer: { type: "status", status: 200, headers, body: `{"status":"ok"}` } };
  },
  unauthorized(options: FaultOptions & { readonly challenge?: string } = {}): HttpFault {
    const { challenge, ...rest } = options;
    const headers: Record<string, string> = challenge === undefined ? {} : { "www-authenticate": challenge };
    return { ...rest, answer: { type: "status", status: 401, headers, body: "Unauthorized" } };
  },
  forbidden(options: FaultOptions = {}): HttpFault {
    return { ...options, answer: { type: "status", status: 403, body: "Forbidden" } };
  },
  /** 429 or 503, with the seconds to wait. */
  busy(options: FaultOptions & { readonly status: 429 | 503; readonly retryAfterSeconds: number }): HttpFault {
    const { status, retryAfterSeconds, ...rest } = options;
    const headers = { "retry-after": String(retryAfterSeconds) };
    return { ...rest, answer: { type: "status", status, headers, body: "Try again later" } };
  },
  /** A page for people, with status 200: a login, a proxy, a default site. */
  webPage(options: FaultOptions = {}): HttpFault {
    const headers = { "content-type": "text/html; charset=utf-8" };
    const body = "<!doctype html><title>Welcome</title><h1>Please sign in</h1>";
    return { ...options, answer: { type: "status", status: 200, headers, body } };
  },
  /** Sends the endpoint's clients elsewhere: to another path of this server, or to another server. */
  redirect(options: {
    readonly status: 301 | 302 | 307 | 308;
    readonly to: string;
    readonly from?: string;
  }): HttpFault {
    const { status, to, from = "/mcp" } = options;
    return { when: { path: from }, answer: { type: "status", status, headers: { location: to } } };
  },
} as const;
