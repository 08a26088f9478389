/** A page whose files are fetched ahead, or the table of all the others. */
export type FirstPage = "login" | "home" | "further";

/**
 * A guess at the page that the router and the guard will open, made before they are loaded; a wrong one costs time and
 * nothing else. Its agreement with them is tested.
 */
export function firstPage(path: string, hasToken: boolean): FirstPage {
  if (/^\/(agreement\/.|(forget-pwd|register)(\/|$))/.test(path)) return "further";
  if (!hasToken) return "login";
  return /^(\/(login|home(\/index)?)?\/?)?$/.test(path) ? "home" : "further";
}
