/**
 * Reads the params of requests by hand: the SDK's validators take long to build, and refuse a whole session for an array
 * that is left out. A refusal never repeats a value, which may be a secret [R17].
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { InvalidValueError } from "@tenon/basis";

/** A reader for `onRequest`: what it refuses, the client gets as invalid params. */
export function paramsReader<T>(read: (params: unknown) => T): (params: unknown) => T {
  return (params) => {
    try {
      return read(params);
    } catch (error) {
      throw error instanceof InvalidValueError ? invalidParams(error) : error;
    }
  };
}

export function invalidParams({ path, message }: InvalidValueError): RequestError {
  return RequestError.invalidParams({ path }, message);
}
