import type { editUser, InputOf } from "#contract";
import type { AuditEvent } from "../audit/audit.ts";
import type { SelfCaller } from "../http/caller.ts";

/** What an edit of the own profile is called in the audit: names of fields, and of what is active, but no other values. */
export function eventsOf(
  { user_id }: Pick<SelfCaller, "user_id">,
  edit: InputOf<typeof editUser>,
): AuditEvent[] {
  const { identity, school_id } = edit;
  const given = (names: readonly (keyof typeof edit)[]) =>
    names.filter((name) => edit[name] !== undefined);
  const events: (AuditEvent | false)[] = [
    (identity !== undefined || school_id !== undefined) && {
      action: "switch",
      detail: { identity, school_id },
    },
    edit.password !== undefined && { action: "password-change" },
    changed("contact-change", given(["mobile", "email"])),
    changed("profile-change", given(["name", "gender", "avatar"])),
  ];
  return events
    .filter((event) => event !== false)
    .map((event) => ({ ...event, subject_id: user_id }));
}

function changed(action: AuditEvent["action"], fields: string[]): AuditEvent | false {
  return fields.length > 0 && { action, detail: { fields } };
}
