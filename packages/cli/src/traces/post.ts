import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Resolves with the status of the answer, which is not read. To an address that the user's environment names, and no other. */
export function post(url: URL, body: string, { headers, timeoutMs }: PostOptions): Promise<number> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { method: "POST", headers, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      answer.resume();
      answer.on("error", reject);
      resolve(answer.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end(body);
  });
}
