import { useEffect, useState } from "react";
import { readAppChoices, readAppEntry } from "#contract";
import { useModule } from "../../../kit/react-module.tsx";
import { Waiting } from "../../shell/waiting-page.tsx";
import { Form, type Loaded, type Parts } from "./form.tsx";
import { draftOf, NEW_APP, type StepId } from "./rules.ts";

/** Editor of a new or existing app in three steps; what somebody else has changed meanwhile is laid under what was filled in (AD-19). */
export function Editor(parts: Parts) {
  const { send } = useModule();
  const { id } = parts;
  const [loaded, setLoaded] = useState<Loaded>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  // an app goes on the shelf in several savings, all in one step
  const [step, setStep] = useState<StepId>("basic");
  useEffect(() => {
    let wanted = true;
    Promise.all([
      send(readAppChoices, {}),
      id === null ? undefined : send(readAppEntry, { id }),
    ]).then(
      ([choices, entry]) => {
        if (!wanted) return;
        const named = [...choices.schools, ...choices.groups, ...(entry?.names ?? [])];
        setLoaded({
          choices,
          draft: entry === undefined ? NEW_APP : draftOf(entry.app),
          names: new Map(named.map((one) => [one.id, one.name])),
          from: entry?.app.shelf_state,
          hasSecret: entry?.app.has_secret ?? false,
          handover: entry?.handover ?? [],
        });
      },
      (failure: unknown) => wanted && setError(failure),
    );
    return () => {
      wanted = false;
    };
  }, [id, turn, send]);
  function again() {
    setLoaded(undefined);
    setError(undefined);
    setTurn(turn + 1);
  }
  if (loaded !== undefined) {
    const form = { loaded, step, onStep: setStep, comesBack: turn > 0, onReload: again };
    return (
      <Form
        key={turn}
        {...form}
        {...parts}
        onSaved={(saved) => {
          parts.onSaved(saved);
          if (id !== null) again();
        }}
      />
    );
  }
  return <Waiting label="正在读取应用" height={420} error={error} onRetry={again} />;
}
