import { invalidate } from "../../api/query.ts";
import { reloadPage } from "../../platform/navigation.ts";
import { hasUnsaved } from "../../platform/unsaved.ts";
import { checkSchool } from "../../session/school-check.ts";
import { session } from "../../session/session.ts";
import { TRIED_AGAIN } from "../../ui/tried-again.ts";

/** The element shown where a page's script did not load; only a reload asks for it again. */
const PAGE_THAT_FAILED = ".page-failure";

/** Loads the page's data again after the platform has come back. */
export async function recover(): Promise<void> {
  if (document.querySelector(PAGE_THAT_FAILED) !== null && !hasUnsaved()) {
    reloadPage();
    return;
  }
  // it may load the page anew
  if (!hasUnsaved()) document.querySelector<HTMLElement>(`.${TRIED_AGAIN}`)?.click();
  invalidate("");
  await readPersonAgain();
}

/** Reads the person of the session again, and their schools. */
export async function readPersonAgain(): Promise<void> {
  // The client reports a failure.
  if (session.getState().token !== null) await checkSchool().catch(() => false);
}
