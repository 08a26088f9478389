import type { Check } from "../../../session/login.ts";

/** Properties of a further check's dialog. */
export interface CheckParts {
  /** `data` of the refusal with 40004. */
  data: Readonly<Record<string, unknown>>;
  /** Signs in again with this part added; resolves to null when the check was passed, else to the fault to show at the field. */
  tryWith(part: Check): Promise<string | null>;
  /** Signs in as before to get the question anew; resolves to `data` of that refusal, else as `tryWith`. */
  askAgain(): Promise<CheckParts["data"] | string | null>;
  /** Called when the person gives up. */
  onClose(): void;
}
