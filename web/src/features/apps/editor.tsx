import { useEffect, useRef, useState } from "react";
import { failureText } from "../../api/failures.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EditorForm } from "./editor-form.tsx";
import css from "./page.module.css";
import { readChoices, readEntry, type Loaded } from "./queries.ts";
import { draftOf, NEW_APP } from "./rules.ts";

/** An app to be made or changed: reads what the form needs, and reads it anew when somebody else was faster. */
export default function Editor({
  id,
  icons,
  onClose,
}: {
  id: string | null;
  icons: readonly string[];
  onClose: (saved: boolean) => void;
}) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    let wanted = true;
    load(id).then(
      (read) => wanted && setLoaded(read),
      (failure: unknown) => wanted && setError(failure),
    );
    return () => {
      wanted = false;
    };
  }, [id, turn]);
  useEffect(() => heading.current?.focus(), []);

  function again() {
    setLoaded(null);
    setError(null);
    setTurn(turn + 1);
  }

  return (
    <section className={css["editor"]} aria-labelledby="app-editor">
      <h2 id="app-editor" ref={heading} tabIndex={-1} className={css["heading"]}>
        {id === null ? "新建应用" : `更改应用 ${id}`}
      </h2>
      {loaded !== null ? (
        <EditorForm key={turn} loaded={loaded} icons={icons} onClose={onClose} onReload={again} />
      ) : error === null ? (
        <Skeleton height={320} />
      ) : (
        <EmptyState
          role="alert"
          icon="warning"
          title="没有读到这个应用"
          action={
            <>
              <Button icon="refresh" onClick={again}>
                重试
              </Button>
              <Button look="quiet" onClick={() => onClose(false)}>
                返回
              </Button>
            </>
          }
        >
          {failureText(error)}
        </EmptyState>
      )}
    </section>
  );
}

async function load(id: string | null): Promise<Loaded> {
  const [choices, entry] = await Promise.all([readChoices({}), id === null ? null : readEntry(id)]);
  const named = [...choices.schools, ...(entry?.names ?? [])];
  return {
    choices,
    draft: entry === null ? NEW_APP : draftOf(entry.app),
    names: new Map(named.map((one) => [one.id, one.name])),
  };
}
