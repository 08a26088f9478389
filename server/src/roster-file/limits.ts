const MEGABYTE = 2 ** 20;

/** The most bytes of a roster file (RO-07): 50,000 rows of thirty columns take a third of it. */
export const MOST_FILE_BYTES = 32 * MEGABYTE;
/** The most bytes that the parts of a workbook may unpack to, all together. */
export const MOST_UNPACKED_BYTES = 256 * MEGABYTE;
/** The most columns with content of a sheet. */
export const MOST_COLUMNS = 500;
/** The most rows with content of a file. */
export const MOST_ROWS = 100_000;
/** The most cells with content of a file. */
export const MOST_CELLS = 3_000_000;
/** The most characters of all cells of a file. */
export const MOST_CHARACTERS = 64 * MEGABYTE;
/** The most characters of a cell: Excel's own limit. */
export const MOST_CELL_CHARACTERS = 32_767;
/** The most bytes of a workbook's part without an element or a text. */
export const MOST_TAG_BYTES = MEGABYTE;
/** The most worksheets of a workbook. */
export const MOST_SHEETS = 60;
/** Seconds after which a reading is broken off. */
export const MOST_SECONDS = 60;
/** Faults of a file that are named; the rest is counted. */
export const MOST_FAULTS = 5000;
/** Warnings of a file that are named; the rest is counted. */
export const MOST_WARNINGS = 1000;
/** Rows among which the heads are looked for (RO-01). */
export const HEAD_ROWS = 10;
