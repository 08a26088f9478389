/** The part of the schema library that is needed to change a format. */
interface Validator {
  formats: Readonly<Record<string, unknown>>;
  addFormat(name: string, format: { type: "string"; validate: (text: string) => boolean }): unknown;
}

/** The year before the first: a Date counts it, and no calendar has it. */
const NO_YEAR = /^0000/;

/**
 * Makes the format `date-time` refuse what it allows and a Date cannot read: a leap second (`23:59:60`), an offset
 * without minutes (`+08`). Taken further, such a time is no moment at all, and a fault where it is stored.
 */
export function keepMomentsReadable(validator: Validator): void {
  const kept = validator.formats["date-time"] as { validate: (text: string) => boolean };
  validator.addFormat("date-time", {
    type: "string",
    validate: (text) =>
      kept.validate(text) && !Number.isNaN(Date.parse(text)) && !NO_YEAR.test(text),
  });
}
