/**
 * The routes of a sign-in to an MCP server: the page claims it, and the browser comes back with its answer.
 */

import { errorMessage, stringOf } from "@tenon/basis";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

import type { Machines } from "../../gateway-options.ts";
import { askMachine } from "../../machines/ask-machine.ts";
import type { HttpServices } from "../services.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import { readFields } from "./read-body.ts";
import { CALLBACK_PATH, MINUTES_TO_RETURN, type SignInRedirects } from "./sign-in-redirects.ts";

type Services = Pick<HttpServices, "door" | "limits" | "log"> & { readonly redirects: SignInRedirects };

/** `POST /api/sign-ins`: this browser is about to open the page at `url`. Says nothing about whether that is known. */
export async function claimSignIn(
  context: Context<HttpEnvironment>,
  { redirects, door, limits }: Services,
): Promise<Response> {
  const fields = await readFields(context, limits);
  if (fields instanceof Response) return fields;
  const cookie = redirects.claim(stringOf(fields["url"]) ?? "");
  if (cookie) {
    // Lax: the browser comes back from another site.
    setCookie(context, cookie.name, cookie.value, {
      httpOnly: true,
      sameSite: "Lax",
      path: CALLBACK_PATH,
      maxAge: MINUTES_TO_RETURN * 60,
      secure: door.wantsSecureCookie(context.env.incoming),
    });
  }
  return context.body(null, 204);
}

type Finishing = Services & Pick<HttpServices, "gateway"> & { readonly machines: Pick<Machines, "secret"> | undefined };

export async function finishSignIn(context: Context<HttpEnvironment>, services: Finishing): Promise<Response> {
  const { redirects, log } = services;
  const answer = new URL(context.req.url).searchParams;
  const taken = redirects.take(answer, (name) => getCookie(context, name));
  const outcome = taken !== "elsewhere" ? taken : (await isTakenElsewhere(answer, services)) ? "accepted" : "unknown";
  if (outcome !== "accepted") log.warn("server-sign-in-refuse", { reason: outcome });
  switch (outcome) {
    case "accepted":
      return reply(answer.has("code") ? "Signed in." : "The sign-in was refused.", 200);
    case "refused":
      return reply("This sign-in began in another browser. Press Sign in again, in the session, in this one.", 403);
    case "unknown":
      return reply("This sign-in is over, or was never begun. Press Sign in again, in the session.", 400);
  }

  /** Nothing of the request is repeated on the page. */
  function reply(text: string, status: 200 | 400 | 403): Response {
    return context.html(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
        '<meta name="color-scheme" content="light dark"><title>Tenon</title>' +
        "<style>body{font:16px/1.5 system-ui;margin:20vh auto;max-width:26rem;padding:0 1.5rem}</style>" +
        `<p>${text}${status === 200 ? " You can close this window." : ""}</p>\n`,
      status,
    );
  }
}

const WITHIN_MS = 5_000;

/** Whether one of the other machines expects it, and has taken it. */
async function isTakenElsewhere(answer: URLSearchParams, { gateway, machines, log }: Finishing): Promise<boolean> {
  const secret = machines?.secret ?? "";
  const others = gateway.machines().filter(({ isThis, isUp }) => isUp && !isThis);
  const taken = others.map(async ({ address = "" }) => {
    try {
      const question = { type: "sign-in", answer: answer.toString() } as const;
      const { isAccepted } = await askMachine(question, { address, secret, withinMs: WITHIN_MS });
      return isAccepted === true;
    } catch (error) {
      log.warn("machine-ask-fail", { machine: address, reason: errorMessage(error) });
      return false;
    }
  });
  return (await Promise.all(taken)).includes(true);
}
