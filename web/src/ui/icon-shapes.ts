/** Icons beside those of the first load: what uses one brings it along. */
export const SIGN_OUT = "M10 4H5v16h5m4.5-4 4-4-4-4m4 4H9.5";
export const FULL_SCREEN = "M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5";
export const EXIT_FULL_SCREEN = "M9 4v5H4m16 0h-5V4m0 16v-5h5M4 15h5v5";
export const MINUS = "M5 12h14";
export const BELL = "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16Zm4 4.5h4";
export const FEEDBACK = "M4 5h16v11H11l-5 4v-4H4V5Zm4.5 4h7m-7 3.5h4.5";
export const HOUSE = "M4 11 12 4l8 7v9h-5.5v-5.5h-5V20H4v-9Z";
export const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8.5c.6-4 3.8-5.5 8-5.5s7.4 1.5 8 5.5";
