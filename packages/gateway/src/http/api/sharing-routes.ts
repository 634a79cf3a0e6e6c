/**
 * Who is in a session, and links that bring others in. A link is worth something only to a person who is signed in.
 */

import { randomUUID } from "node:crypto";

import { type Context, Hono } from "hono";

import { decide } from "../../people/decide.ts";
import type { People } from "../../people/people.ts";
import { LOCAL_PERSON, type SessionRole, sessionRoles } from "../../people/person.ts";
import { hashOf, newSecret } from "../../people/secret.ts";
import { apiFailure } from "./api-failure.ts";
import type { ApiOptions } from "./api.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import { may, notFound } from "./may.ts";
import { readExpiry, readFields } from "./read-body.ts";
import { record } from "./session-routes.ts";

export function sharingRoutes(options: SharingOptions): Hono<HttpEnvironment> {
  const routes = new Hono<HttpEnvironment>();
  routes.route("/", memberRoutes(options));
  routes.route("/", linkRoutes(options));
  routes.route("/", joinRoute(options));
  return routes;
}

type SharingOptions = ApiOptions & { readonly people: People };

function memberRoutes(options: SharingOptions): Hono<HttpEnvironment> {
  const { gateway, people, limits } = options;
  const { store } = people;
  const routes = new Hono<HttpEnvironment>();
  routes.get("/sessions/:id/people", may("own"), async (context) => {
    const id = context.req.param("id");
    const [roles, links] = await Promise.all([store.rolesIn(id), store.linksOf(id)]);
    return context.json({
      people: roles.map(({ person, role }) => ({ id: person.id, name: person.name, role })),
      links: links.map(({ id: link, role, createdAt, expiresAt }) => ({ id: link, role, createdAt, expiresAt })),
    });
  });

  routes.put("/sessions/:id/people/:person", may("own"), async (context) => {
    const { id, person } = context.req.param();
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const role = sessionRoles.find((known) => known === fields["role"]);
    if (!role) return badRole(sessionRoles);
    const roles = await store.rolesIn(id);
    const isInIt = roles.some((one) => one.person.id === person);
    // An owner brings others in by a link: to name them would tell which people there are.
    const mayName = context.get("identity").access?.may("administer") === true && (await store.person(person));
    if (!(await gateway.sessions.get(id)) || !(isInIt || mayName)) return notFound();
    await closeLinks(context, people, person);
    if (!(await store.setRole(id, person, role))) return lastOwner();
    if (role !== "owner") await store.removeLinksOf(person, id);
    record(context, "role-set", { person, role });
    await changed(options, id);
    return context.body(null, 204);
  });

  // To leave a session takes no more than to be in it.
  routes.delete("/sessions/:id/people/:person", may("look"), async (context) => {
    const { id, person } = context.req.param();
    const { access } = context.get("identity");
    if (access && access.person.id !== person && !access.may("own", id)) return notFound();
    const isInIt = (await store.rolesIn(id)).some((one) => one.person.id === person);
    if (!isInIt) return notFound();
    await closeLinks(context, people, person);
    if (!(await store.removeRole(id, person))) return lastOwner();
    await store.removeLinksOf(person, id);
    record(context, "role-remove", { person });
    await changed(options, id);
    return context.body(null, 204);
  });
  return routes;
}

/** Or one who was removed, or has fewer rights now, would come back by a link that they know. */
async function closeLinks(context: Context<HttpEnvironment>, { store }: People, person: string): Promise<void> {
  const { access } = context.get("identity");
  const isOwn = access?.person.id === person;
  if (!isOwn) await store.closeLinks(context.req.param("id") ?? "", person);
}

function linkRoutes({ gateway, people, limits }: SharingOptions): Hono<HttpEnvironment> {
  const { store } = people;
  const routes = new Hono<HttpEnvironment>();
  routes.post("/sessions/:id/links", may("own"), async (context) => {
    const sessionId = context.req.param("id");
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const role = LINK_ROLES.find((known) => known === fields["role"]);
    if (!role) return badRole(LINK_ROLES);
    const expiresAt = readExpiry(fields, people.now());
    if (expiresAt instanceof Response) return expiresAt;
    if (!(await gateway.sessions.get(sessionId))) return notFound();
    const [id, secret] = [randomUUID(), newSecret()];
    const createdBy = context.get("identity").access?.person.id ?? LOCAL_PERSON.id;
    const link = { id, sessionId, role, createdBy, createdAt: people.now(), ...(expiresAt && { expiresAt }) };
    await store.addLink({ ...link, hash: hashOf(secret) });
    record(context, "share", { link: id, role });
    return context.json({ id, role, secret }, 201);
  });

  routes.delete("/sessions/:id/links/:link", may("own"), async (context) => {
    const { id, link } = context.req.param();
    if (!(await store.removeLink(id, link))) return notFound();
    record(context, "share-end", { link });
    return context.body(null, 204);
  });
  return routes;
}

function joinRoute(options: SharingOptions): Hono<HttpEnvironment> {
  const { people, limits } = options;
  const { store } = people;
  const routes = new Hono<HttpEnvironment>();
  routes.post("/join", may("enter"), async (context) => {
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const { access } = context.get("identity");
    const link = await store.linkWithHash(hashOf(String(fields["link"])));
    if (!link || (link.expiresAt ?? Infinity) <= people.now()) return noLink();
    const { sessionId } = link;
    if (!access || access.person.id === LOCAL_PERSON.id) return context.json({ sessionId, role: "owner" });
    const had = access.roleIn(sessionId);
    const role = joined(had, link.role);
    // An owner has removed them since the link was made, or given them this role.
    if (!(await store.join(link.id, access.person.id, role)))
      return had ? context.json({ sessionId, role: had }) : noLink();
    access.record("join", { sessionId, details: { link: link.id, role } });
    await changed(options, sessionId);
    return context.json({ sessionId, role });
  });
  return routes;
}

function noLink(): Response {
  return apiFailure(404, "link_not_found", "This link was revoked or has expired");
}

async function changed({ people, gateway }: SharingOptions, sessionId: string): Promise<void> {
  await people.refresh();
  gateway.announce(sessionId);
}

/** Without an owner, only administrators could share or delete the session. */
function lastOwner(): Response {
  return apiFailure(
    409,
    "last_owner",
    "This person is the only owner of the session. Make another one its owner first",
  );
}

const LINK_ROLES = sessionRoles.filter((role) => role !== "owner");

/** The least role with the rights of both: a link never takes a right away. */
function joined(had: SessionRole | undefined, given: SessionRole): SessionRole {
  if (had === undefined || had === given) return given;
  const actions = (["look", "prompt", "answer", "configure", "own"] as const).filter((action) =>
    [had, given].some((role) => hasRight(role, action)),
  );
  return sessionRoles.findLast((role) => actions.every((action) => hasRight(role, action))) ?? had;
}

function hasRight(sessionRole: SessionRole, action: "look" | "prompt" | "answer" | "configure" | "own"): boolean {
  return decide({ role: "guest", sessionRole, action }).outcome === "allowed";
}

function badRole(known: readonly string[]): Response {
  return apiFailure(400, "bad_role", `"role" must be one of ${known.join(", ")}`);
}
