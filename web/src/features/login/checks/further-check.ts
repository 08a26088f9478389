import type { Check } from "../../../session/login.ts";

/** Properties of a further check's dialog. */
export interface CheckParts {
  /** `data` of the refusal with 40004. */
  data: Readonly<Record<string, unknown>>;
  /** Signs in again with this part added: null when that is all that was wanted here, else what to show at the field. */
  tryWith(part: Check): Promise<string | null>;
  /** Signs in as before, for the server to ask anew: `data` of that refusal, else as `tryWith`. */
  askAgain(): Promise<CheckParts["data"] | string | null>;
  /** The person gives up. */
  onClose(): void;
}
