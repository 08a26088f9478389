/**
 * Returns the input of the call: an all-digit id names one agreement, anything else a type, whose version in force is
 * shown (RT-05).
 */
export function agreementInput(id: string): { id: string } | { type: string } {
  return /^\d+$/.test(id) ? { id } : { type: id };
}
