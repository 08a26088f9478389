import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../../web/src/ui/button.tsx";
import { useUnloadQuestion } from "../../../web/src/ui/use-unload-question.ts";
import { useModule } from "../../kit/react-module.tsx";
import css from "./shell.module.css";

/**
 * Contents of forms that were not saved and their names, by person, identity and form: in the memory of the page only, while
 * one looks at another place. Nothing secret may be put here.
 */
const drafts = new Map<string, { held: unknown; words: string }>();

/** Returns what its person left in a form without saving it, as it was kept, with the key that keeps it and what forgets it. */
export function useUnsavedDraft(form: string): { key: string; left: unknown; forget: () => void } {
  const { session, unsavedIf } = useModule();
  // of who began it, whoever comes next
  const [key] = useState(() => `${session.userId}/${session.identity}/${form}`);
  const [left, setLeft] = useState(() => drafts.get(key)?.held);
  useEffect(() => {
    const own = () => [...drafts].filter(([one]) => one.startsWith(`${session.userId}/`));
    // asked after the form is left, too
    unsavedIf(
      "drafts",
      () => own().map(([, { words }]) => words),
      () => drafts.clear(),
    );
  }, [unsavedIf, session]);
  const forget = () => {
    drafts.delete(key);
    setLeft(undefined);
  };
  return { key, left, forget };
}

/** Keeps what a form holds, with the words for it, as long as it is not saved; `undefined` is nothing. A tab that closes asks meanwhile. */
export function useKeepDraft(key: string, words: string, held: object | undefined): void {
  useEffect(() => {
    if (held === undefined) drafts.delete(key);
    else drafts.set(key, { held, words });
  });
  useUnloadQuestion(held !== undefined);
}

/** Says in a form that what was left in it is there again, with a way to begin anew. */
export function DraftRestored({
  children,
  way,
  onDiscard,
}: {
  children: ReactNode;
  way: string;
  onDiscard: () => void;
}) {
  return (
    <p className={css["left"]} role="status">
      {children}
      <Button look="quiet" onClick={onDiscard}>
        {way}
      </Button>
    </p>
  );
}
