import { createContext, useContext } from "react";
import type { Change, ChangeSource } from "#contract";
import { fieldFaults } from "../fields/field-faults.ts";

export interface Planning {
  /** Plans a change; the panel then shows what it would do. */
  plan: (change: Change) => void;
  busy: boolean;
  fault: string | undefined;
  /** The error with which the last plan was refused. */
  refusal: unknown;
  /** Drops the fault and the refusal, once something else was filled in. */
  forget: () => void;
}

export const PlanningContext = createContext<Planning | null>(null);

/** The source of the people of the changes below, if they were pasted or read from a file (CS-06). */
export const SourceContext = createContext<ChangeSource | undefined>(undefined);

/**
 * Returns the way for a form in a panel to have its change planned; `faultAt` returns the fault that the server names of a
 * field. The form's PlanForm lists these fields.
 */
export function usePlanning() {
  const planning = useContext(PlanningContext);
  if (planning === null) throw new Error("usePlanning belongs below PlanPanel");
  const faultAt = (field: string) => fieldFaults(planning.refusal, "", [field]).fields[field];
  return { ...planning, faultAt };
}
