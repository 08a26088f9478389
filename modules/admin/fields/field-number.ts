/** Returns the whole number that was typed; undefined for what is none, or is not from `least` to `most`. */
export function typedNumber(typed: string, least: number, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(typed.trim())) return undefined;
  const number = Number(typed);
  return number >= least && number <= most ? number : undefined;
}
