import { OperatorRefused } from "../platform/operator-refused.ts";

/**
 * Thrown for a file that cannot be used as a backup, or not here. The message is one Chinese sentence for the operator.
 */
export class BackupRefused extends OperatorRefused {
  override name = "BackupRefused";
}
