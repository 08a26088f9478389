import { useEffect, useState } from "react";
import { useAct as useActExplained } from "../../web/src/ui/use-act.ts";
import { useModule } from "./react-module.tsx";

/** An error whose message is for the person: what a form lacks. `field`: the name of the field at which it stands. */
export class Refused extends Error {
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/**
 * The page's own useAct with the platform's words for failures; `as` turns these into faults of fields. What a form lacks
 * is said until something is filled in; `lackAt` returns what a field lacks, which then gets the focus.
 */
export function useAct<Fault = string>(
  as: (text: string, error: unknown) => Fault | undefined | void = (text) => text as Fault,
) {
  const { explain, root } = useModule();
  const [lack, setLack] = useState<Refused>();
  const { act, setFault, ...acting } = useActExplained<Fault>((error) => {
    if (!(error instanceof Refused)) return as(explain(error), error);
    setLack(error);
    return error.field === undefined ? as(error.message, error) : undefined;
  });
  useEffect(() => {
    if (lack === undefined) return;
    // the form is where its button has just been pressed; Safari focuses what lies around a button instead
    const { activeElement } = root;
    const form = activeElement?.closest("form") ?? activeElement ?? root;
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    const forget = () => {
      setLack(undefined);
      setFault(undefined);
    };
    document.addEventListener("input", forget);
    return () => document.removeEventListener("input", forget);
  }, [lack, setFault, root]);
  return {
    ...acting,
    setFault,
    lackAt: (field: string) => (lack?.field === field ? lack.message : undefined),
    act: (work: Parameters<typeof act>[0]) => {
      setLack(undefined);
      return act(work);
    },
  };
}
