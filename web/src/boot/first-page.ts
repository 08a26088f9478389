/** The feature folder whose page opens first. */
export type FirstPage = "login" | "home" | "no-school" | "agreement" | "forgot-password";

/**
 * A guess at the page that the router and the guard will open, made before they are loaded; a wrong one costs time and
 * nothing else. Its agreement with them is tested.
 */
export function firstPage(path: string, hasToken: boolean): FirstPage {
  if (/^\/agreement\/./.test(path)) return "agreement";
  if (/^\/forget-pwd(\/|$)/.test(path)) return "forgot-password";
  if (!hasToken) return "login";
  return /^\/no-school\/?$/.test(path) ? "no-school" : "home";
}
