/** Thrown for an operator's request that cannot be met; the message is one Chinese sentence that says why. */
export class OperatorRefused extends Error {
  override name = "OperatorRefused";
}
