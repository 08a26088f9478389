/**
 * Since when the person must have typed the password for this request; undefined when any sign-in will do. An app's
 * entry (`fresh`, in seconds) and the request (`prompt=login`, `max_age`) may each want one: the stricter wins.
 * All are counted back from the request, so that a proof given for it stays good while its page is open. Milliseconds.
 */
export function proofWanted(
  params: { prompt?: string; max_age?: string | number },
  fresh: number | false,
  asked: number,
): number | undefined {
  const wanted: number[] = [];
  if (fresh !== false) wanted.push(asked - fresh * 1000);
  if (params.prompt?.split(" ").includes("login") === true) wanted.push(asked);
  if (params.max_age !== undefined) wanted.push(asked - Number(params.max_age) * 1000);
  return wanted.length === 0 ? undefined : Math.max(...wanted);
}
