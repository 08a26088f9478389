/**
 * What the browsers of the list lack by name only, and the older name that does the same. The bundler lowers
 * syntax, never names; a test looks for others in what was built.
 */
export const OLDER_NAMES: Readonly<Record<string, string>> = {
  // Chrome 93, Firefox 92, Safari 15.4
  "Object.hasOwn": "Object.prototype.hasOwnProperty.call",
};
