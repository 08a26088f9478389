const MEGABYTE = 2 ** 20;

/** The most bytes of a roster file (RO-07): 50,000 rows of thirty columns take a third of it. */
export const MAX_FILE_BYTES = 32 * MEGABYTE;
/** The most bytes that the parts of a workbook may unpack to, all together. */
export const MAX_UNPACKED_BYTES = 256 * MEGABYTE;
/** The most columns with content of a sheet. */
export const MAX_COLUMNS = 500;
/** The most rows with content of a file. */
export const MAX_ROWS = 100_000;
/** The most cells with content of a file. */
export const MAX_CELLS = 3_000_000;
/** The most characters of all cells of a file. */
export const MAX_CHARACTERS = 64 * MEGABYTE;
/** The most characters of a cell: Excel's own limit. */
export const MAX_CELL_CHARACTERS = 32_767;
/** The most bytes of a workbook's part without an element or a text. */
export const MAX_TAG_BYTES = MEGABYTE;
/** The most worksheets of a workbook. */
export const MAX_SHEETS = 60;
/** Seconds after which a reading is broken off. */
export const MAX_SECONDS = 60;
/** Faults of a file that are named; the rest is counted. */
export const MAX_FAULTS = 5000;
/** Warnings of a file that are named; the rest is counted. */
export const MAX_WARNINGS = 1000;
/** Rows among which the heads are looked for (RO-01). */
export const HEAD_ROWS = 10;
