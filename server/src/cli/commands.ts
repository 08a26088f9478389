import type { Command } from "./command.ts";
import { AGREEMENT_COMMANDS } from "./agreement.ts";
import { APP_COMMANDS } from "./app.ts";
import { AUDIT_COMMANDS } from "./audit.ts";
import { BACKUP_COMMANDS } from "./backup.ts";
import { CONTENT_COMMANDS } from "./content.ts";
import { PERSON_COMMANDS } from "./person.ts";
import { RELEASE_COMMANDS } from "./release.ts";
import { ROSTER_COMMANDS } from "./roster.ts";
import { SCHOOL_COMMANDS } from "./school.ts";

/** Every command that an operator has, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  ...ROSTER_COMMANDS,
  ...PERSON_COMMANDS,
  ...SCHOOL_COMMANDS,
  ...APP_COMMANDS,
  ...CONTENT_COMMANDS,
  ...AGREEMENT_COMMANDS,
  ...RELEASE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...BACKUP_COMMANDS,
];
