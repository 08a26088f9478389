/** The order of sheets, for whoever lists accounts that will get passwords. */
export { joinSheetPlace, SHEET_ORDER } from "./queries.ts";
