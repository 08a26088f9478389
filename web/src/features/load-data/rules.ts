const HOME = "/home/index";
/** Pages that cannot be the target: they would lead back here, or away. */
const NO_TARGET = /^\/(?:load-data|login)(?:[/?]|$)/;

/** Returns the path to go on to: an in-app path, one slash and no more; anything else is home (RT-07). */
export function targetOf(query: string): string {
  const wanted = new URLSearchParams(query).get("redirect") ?? "";
  // a browser reads `\` as `/`, and drops what cannot be seen
  const isInApp = /^\/(?![/\\])/.test(wanted) && !/[\s\p{Cc}\\]/u.test(wanted);
  return isInApp && !NO_TARGET.test(wanted) ? wanted : HOME;
}
