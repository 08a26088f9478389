/** Comes first for a person who has signed in: the pages behind sign-in share what this file imports, in one chunk. */
import "../session/eye-settings.ts";
import "../session/page-stores.ts";
import "../ui/empty-state.tsx";
import "../ui/focusable.ts";
import "../ui/late.tsx";
import "../ui/menu.tsx";

export { checkSchool } from "../session/school-check.ts";
