/** One end of a connection: what arrives, and where to write. An ACP `Stream` is a `Duplex` of messages. */
export interface Duplex<T> {
  readonly readable: ReadableStream<T>;
  readonly writable: WritableStream<T>;
}
