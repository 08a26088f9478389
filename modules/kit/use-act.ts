import { useAct as useActExplained } from "../../web/src/ui/use-act.ts";
import { useModule } from "./react-module.tsx";

/** An error whose message is for the person. */
export class Refused extends Error {}

/** The page's own useAct with the platform's words for failures; `as` turns these into faults of fields. */
export function useAct<Fault = string>(
  as: (text: string, error: unknown) => Fault | undefined | void = (text) => text as Fault,
) {
  const { explain } = useModule();
  return useActExplained<Fault>((error) =>
    as(error instanceof Refused ? error.message : explain(error), error),
  );
}
