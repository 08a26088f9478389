import { OperatorRefused } from "../platform/operator-refused.ts";

/** Thrown for a file that is no roster at all (RO-07); the message is one Chinese sentence that says what to do. */
export class RosterFileRefused extends OperatorRefused {
  override name = "RosterFileRefused";
  /** Tells that the file is a whole OneRoster bundle, which the room `roster` reads. */
  readonly is_one_roster: boolean;

  constructor(message: string, options: ErrorOptions & { is_one_roster?: boolean } = {}) {
    super(message, options);
    this.is_one_roster = options.is_one_roster ?? false;
  }
}
