/**
 * Asks for a file of this device. Nothing of it leaves the device before it was chosen.
 */

import { stringOf } from "@tenon/basis";
import { useRef } from "react";

import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import type { Question } from "../wire/questions.ts";

export function FileChoice({ question }: { readonly question: Question }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    const [content] = input.current?.files ?? [];
    if (content) question.answer({ action: "accept", content });
  };
  return (
    <div className="space-y-3">
      <p className="text-sm text-muted">{t("The agent gets the name and the content of the file that you choose.")}</p>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("File")}
        accept={stringOf(question.params["accept"])}
        onChange={choose}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => input.current?.click()}>
          {t("Choose a file")}
        </Button>
        <Button onClick={() => question.answer({ action: "decline" })}>{t("Decline")}</Button>
      </div>
    </div>
  );
}
