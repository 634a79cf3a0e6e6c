/**
 * Prompts that the session's model suggests to a newcomer, one click each. Only the rehearsal model has some.
 */

import { arrayOf, isString, objectOf, primaryTag } from "@tenon/basis";
import { useMemo } from "react";

import { languageTag, t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";

export function Suggestions({ onChoose }: { readonly onChoose: (prompt: string) => void }) {
  const options = useSession((state) => state.timeline.options);
  const suggested = useMemo(() => {
    const meta = objectOf(options.find(({ id }) => id === "model")?._meta?.["tenon"]);
    const byLanguage = objectOf(meta["suggestions"]);
    const languages = [primaryTag(languageTag()), "en"];
    return languages.map((language) => arrayOf(byLanguage[language], isString)).find(Boolean) ?? [];
  }, [options]);
  if (suggested.length === 0) return null;
  return (
    <ul aria-label={t("Suggestions")} className="mb-2 flex flex-wrap gap-1.5">
      {suggested.map((prompt) => (
        <li key={prompt}>
          <button
            type="button"
            className="rounded-full border border-line-strong bg-surface px-3 py-1 text-xs text-muted hover:bg-hover hover:text-text"
            onClick={() => onChoose(prompt)}
          >
            {prompt}
          </button>
        </li>
      ))}
    </ul>
  );
}
