import { checkSchool } from "../session/school-check.ts";
import { session } from "../session/session.ts";

/** Runs the school check for every session that begins at this page, the kept one included (ID-03). */
export function keepSchoolChecked(): void {
  const check = () => {
    // The client has shown the failure; the page that needs the person offers to try again.
    if (session.getState().token !== null) checkSchool().catch(() => {});
  };
  session.subscribe((now, before) => {
    if (now.token !== before.token) check();
  });
  check();
}
