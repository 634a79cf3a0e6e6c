/**
 * The tokens that people sign in with. A token itself is shown once, when it is made.
 */

import { useCallback, useState } from "react";

import { phrase, t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { dateOf } from "../ui/words/expiry.ts";
import { Problem } from "../ui/problem.tsx";
import { useLoaded } from "../ui/hooks/use-loaded.ts";
import type { Token } from "./admin-api.ts";
import { useAdmin } from "./admin-context.ts";
import { Cell, Nothing, Table } from "./table.tsx";
import { TokenDialog } from "./token-dialog.tsx";

const WORDS = {
  tokens: phrase("Tokens"),
  columns: [phrase("Person"), phrase("State"), phrase("Created"), phrase("Expires"), ""],
  none: phrase("No tokens. The token of tenon serve itself is not listed here."),
  create: phrase("Create token"),
};

interface Row extends Token {
  readonly name: string;
}

export function TokensTab() {
  const admin = useAdmin();
  const load = useCallback(async (): Promise<readonly Row[]> => {
    const [tokens, people] = await Promise.all([admin.tokens(), admin.people()]);
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const rows = tokens.map((token) => ({ ...token, name: names.get(token.personId) ?? token.personId }));
    return rows.toSorted(
      (one, other) => Number(isOver(one)) - Number(isOver(other)) || other.createdAt - one.createdAt,
    );
  }, [admin]);
  const { value: tokens, error, reload } = useLoaded(load);
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Row>();
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">{t(WORDS.tokens)}</h2>
        <Button look="primary" onClick={() => setCreating(true)}>
          {t(WORDS.create)}
        </Button>
      </div>
      <Problem text={error} className="text-sm" />
      {tokens?.length === 0 && <Nothing>{t(WORDS.none)}</Nothing>}
      {tokens && tokens.length > 0 && (
        <Table label={t(WORDS.tokens)} columns={WORDS.columns}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </Table>
      )}
      {isCreating && <TokenDialog onMade={reload} onClose={() => setCreating(false)} />}
      {revoking && (
        <ConfirmDialog
          title={t("Revoke token?")}
          description={t("Connections that {name} opened with it close at once, and it is no longer accepted.", {
            name: revoking.name,
          })}
          submit={t("Revoke")}
          onConfirm={() => admin.revokeToken(revoking.id).finally(reload)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

function TokenRow({ token, onRevoke }: { readonly token: Row; readonly onRevoke: () => void }) {
  return (
    <tr>
      <Cell isMuted={isOver(token)} className="max-w-60 truncate font-medium" title={token.name}>
        {token.name}
      </Cell>
      <Cell isMuted={isOver(token)}>{stateOf(token)}</Cell>
      <Cell isMuted className="text-xs whitespace-nowrap">
        {dateOf(token.createdAt)}
      </Cell>
      <Cell isMuted className="text-xs whitespace-nowrap">
        {token.expiresAt === undefined ? t("never") : dateOf(token.expiresAt)}
      </Cell>
      <Cell className="w-0 text-right">
        {!isOver(token) && (
          <Button aria-label={t("Revoke a token of {name}", { name: token.name })} onClick={onRevoke}>
            {t("Revoke")}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

function isOver({ revokedAt, expiresAt = Infinity }: Token): boolean {
  return revokedAt !== undefined || expiresAt <= Date.now();
}

function stateOf(token: Token): string {
  if (token.revokedAt !== undefined) return t("revoked");
  return isOver(token) ? t("expired") : t("active");
}
