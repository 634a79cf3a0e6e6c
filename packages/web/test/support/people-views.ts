/**
 * The views of the page for several people, for its pictures: against `tenon serve` as a process, with people and a session.
 */

import { text } from "@tenon/testkit/model";
import type { Page } from "playwright-core";

import { beginSession, say } from "../served/play.ts";
import { type People, peopleOf, type Someone } from "./people.ts";
import { serveGateway } from "./served-gateway.ts";
import type { Stage } from "./stage.ts";

export interface PeopleViews extends AsyncDisposable {
  readonly views: readonly PeopleView[];
}

export interface PeopleView {
  readonly name: string;
  /** The token of the person who looks: each signs in once, because a gateway limits how often that is done. */
  readonly as: string;
  show(page: Page): Promise<void>;
}

export async function openPeopleViews(stage: Stage): Promise<PeopleViews> {
  const gateway = await serveGateway();
  const people = peopleOf(gateway);
  const [ada, grace, linus] = [await people.add("Ada"), await people.add("Grace"), await people.add("Linus", "guest")];
  await people.ask(gateway.token, "PATCH", `/api/people/${linus.id}`, { allowance: { maxSessions: 3, maxServers: 6 } });
  await using visitor = await stage.visitor({ isAlone: true });
  await visitor.page.goto(people.address("/", ada));
  gateway.answer(text("The retries now wait twice as long each time, with some jitter."));
  await beginSession(visitor.page, { folder: gateway.home });
  await say(visitor.page, "Make the retries back off");
  await visitor.page.getByText("with some jitter").waitFor();
  const path = new URL(visitor.page.url()).pathname;
  const sessionId = path.split("/").at(-1) ?? "";
  await people.share(sessionId, grace, "collaborator");
  await people.share(sessionId, linus, "viewer");
  await people.ask(ada.token, "POST", `/api/sessions/${sessionId}/links`, { role: "viewer" });
  return {
    views: viewsOf(people, { ada, linus, administrator: { token: gateway.token }, path }),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

interface Cast {
  readonly ada: Someone;
  readonly linus: Someone;
  readonly administrator: Pick<Someone, "token">;
  /** Of the session. */
  readonly path: string;
}

function viewsOf({ address }: People, { ada, linus, administrator, path }: Cast): readonly PeopleView[] {
  const visit = async (page: Page, at: string, who: Pick<Someone, "token">) => {
    const url = address(at, who);
    await page.goto(page.url() === "about:blank" ? url : (url.split("#", 1)[0] ?? url));
  };
  const part = (name: string, at: string, row: string): PeopleView => ({
    name,
    as: administrator.token,
    async show(page) {
      await visit(page, at, administrator);
      await page.getByRole("table").getByText(row).first().waitFor();
    },
  });
  return [
    {
      name: "share",
      as: ada.token,
      async show(page) {
        await visit(page, path, ada);
        await page.getByRole("button", { name: "Share this session" }).click();
        await page.getByRole("button", { name: "Create link" }).click();
        await page.getByLabel("Link to this session").waitFor();
      },
    },
    {
      name: "viewer",
      as: linus.token,
      async show(page) {
        await visit(page, path, linus);
        await page.getByRole("note", { name: "Read-only" }).waitFor();
      },
    },
    part("admin-people", "/admin", "Linus"),
    part("admin-tokens", "/admin/tokens", "Linus"),
    part("admin-machines", "/admin/machines", "0.1"),
    part("admin-sessions", "/admin/sessions", "Ada"),
    part("admin-audit", "/admin/audit", "Ada"),
  ];
}
