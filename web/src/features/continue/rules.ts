/** Paths of the server where apps send people to be signed in. */
const ONWARD = /^\/(cas|lti|oidc)\/[^\\]*$/;
const LONGEST = 8192;

/** Whether the page may send a person on to this path: on this server, where a sign-in at an app goes on. */
export function isOnwardPath(path: string): boolean {
  return path.length <= LONGEST && ONWARD.test(path) && !path.includes("/../");
}
