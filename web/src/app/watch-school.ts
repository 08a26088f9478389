import { session } from "../session/session.ts";

/**
 * Runs the school check for the restored session and each new one (ID-03). Its script is loaded with the pages that need a
 * session, not with sign-in.
 */
export function watchSchool(): void {
  const check = async () => {
    const { token, schoolState } = session.getState();
    // what the server drew, it drew for an enabled school
    if (token === null || schoolState === "valid") return;
    try {
      const { checkSchool } = await import("./signed-in.ts");
      await checkSchool();
    } catch {
      // The client, or the chunk guard, has reported it; the page that needs the person offers to try again.
    }
  };
  session.subscribe((now, before) => {
    if (now.token !== before.token) void check();
  });
  void check();
}
