/** An all-digit id names one agreement; anything else is a type, whose version in force is wanted (RT-05). */
export function agreementInput(id: string): { id: string } | { type: string } {
  return /^\d+$/.test(id) ? { id } : { type: id };
}
