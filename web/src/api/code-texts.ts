import { REFUSALS } from "#contract";

/** The platform's sentence for a code, for servers that answer a code alone (ER-02). */
export const TEXT_OF_CODE: ReadonlyMap<number, string> = new Map(
  Object.values(REFUSALS).map(({ code, msg }) => [code, msg]),
);
