/** Paths of the server where apps send people to be signed in. */
const ONWARD = /^\/(cas|lti|oidc)\/[^\\]*$/;
const LONGEST = 8192;

/** Returns whether a path is one of this server's own at which a sign-in to an app goes on: CAS, LTI or OpenID Connect. */
export function isOnwardPath(path: string): boolean {
  return path.length <= LONGEST && ONWARD.test(path) && !path.includes("/../");
}
