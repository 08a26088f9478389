/** A page whose files are fetched ahead; `further` is the table of all others. */
export type FirstPage = "login" | "home" | "further";

/**
 * Guesses the page that the router and the guard will open, before they are loaded; a wrong guess costs only time. A
 * test holds it to their decisions.
 */
export function firstPage(path: string, hasToken: boolean): FirstPage {
  if (/^\/(agreement\/.|(forget-pwd|register)(\/|$))/.test(path)) return "further";
  if (!hasToken) return "login";
  return /^(\/(login|home(\/index)?)?\/?)?$/.test(path) ? "home" : "further";
}
