/** Thrown for what an operator asked for and cannot have; the message is one Chinese sentence that says why. */
export class OperatorRefused extends Error {
  override name = "OperatorRefused";
}
