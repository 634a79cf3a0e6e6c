/**
 * A `Response` whose status, headers and stream are there without Node's fetch, which loads with the first body that is read
 * as a whole: the answer of a model is streamed, and only an error is not.
 */

import type { PlainHeaders } from "./plain-headers.ts";

export interface ResponseHead {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: PlainHeaders;
}

export class PlainResponse implements Response {
  readonly type = "default";
  readonly redirected = false;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: PlainHeaders;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  #whole: Response | undefined;

  constructor(
    body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
    { url, status, statusText, headers }: ResponseHead,
  ) {
    this.url = url;
    this.status = status;
    this.statusText = statusText;
    this.headers = headers;
    this.body = body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? this.body?.locked ?? false;
  }

  arrayBuffer() {
    return this.#response().arrayBuffer();
  }

  blob() {
    return this.#response().blob();
  }

  bytes() {
    return this.#response().bytes();
  }

  clone() {
    return this.#response().clone();
  }

  formData() {
    return this.#response().formData();
  }

  json() {
    return this.#response().json();
  }

  text() {
    return this.#response().text();
  }

  textStream() {
    return this.#response().textStream();
  }

  #response(): Response {
    const { body, status, statusText, headers } = this;
    this.#whole ??= new Response(body, { status, statusText, headers: [...headers] });
    return this.#whole;
  }
}
