import { invalidate } from "../../api/query.ts";
import { reloadPage } from "../../platform/navigation.ts";
import { hasUnsaved } from "../../platform/unsaved.ts";
import { checkSchool } from "../../session/school-check.ts";
import { session } from "../../session/session.ts";

/** Stands where a page's script did not come; only a new start asks for it again. */
const PAGE_THAT_FAILED = ".page-failure";

/** The platform answers again: what is on the page is loaded anew. */
export async function recover(): Promise<void> {
  if (document.querySelector(PAGE_THAT_FAILED) !== null && !hasUnsaved()) {
    reloadPage();
    return;
  }
  invalidate("");
  // The client reports a failure.
  if (session.getState().token !== null) await checkSchool().catch(() => false);
}
