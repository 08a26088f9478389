/** Imports what the pages behind sign-in share, so that it becomes one chunk. */
import "../api/query.ts";
import "../platform/hash-query.ts";
import "../session/user-queries.ts";
import "../session/eye-settings.ts";
import "../session/own-child.ts";
import "../session/page-stores.ts";
import "../ui/empty-state.tsx";
import "../ui/focusable.ts";
import "../ui/lazy.tsx";
import "../ui/menu.tsx";

export { checkSchool } from "../session/school-check.ts";
