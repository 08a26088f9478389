/** The oldest browsers that the page is built for, as the bundler's targets: scripts and styles. */
export const STYLE_TARGET = ["chrome87", "edge88", "firefox91", "safari14"];

/**
 * Chrome has `?.` since 80, but calls `f?.(...list, more)` wrongly until 91: for 87 the bundler would lower every `?.` of
 * the page. No such call is in it, and a test looks for one. What else came with Chrome 88 to 91 is lowered for Safari.
 */
export const SCRIPT_TARGET = ["chrome91", "edge91", "firefox91", "safari14"];

/**
 * Names that the oldest browsers lack, and the older name that does the same. The bundler lowers syntax, never
 * names; a test looks for others in what was built.
 */
export const OLDER_NAMES: Readonly<Record<string, string>> = {
  // Chrome 93, Firefox 92, Safari 15.4
  "Object.hasOwn": "Object.prototype.hasOwnProperty.call",
};

/**
 * Names that React asks for and no built page has: Internet Explorer's, Node's, and the developer tools' (which could
 * not look into the page: minify.ts). What React does with them is left out.
 */
export const IN_NO_BUILT_PAGE: Readonly<Record<string, string>> = {
  "document.documentMode": "undefined",
  setImmediate: "undefined",
  "process.emit": "undefined",
  __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined",
};
