import pg from "pg";

const { builtins } = pg.types;

const asText = (value: string): string => value;
const asNumber = (value: string): number => Number(value);

/** Parsers by type: a day stays text, as `Date` would move it by the machine's zone; a count becomes a number. */
const PARSERS = new Map<number, (value: string) => unknown>([
  [builtins.DATE, asText],
  [builtins.INT8, asNumber],
  [builtins.NUMERIC, asNumber],
]);

/** Parsers that turn column values into JavaScript values, the same for both engines. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const own = format === "binary" ? undefined : PARSERS.get(oid);
    return own ?? pg.types.getTypeParser(oid, format);
  },
};
