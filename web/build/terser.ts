import type { TerserOptions } from "vite";

const COMPRESS = { passes: 3, ecma: 2020, pure_getters: true } as const;

/** `pure_getters`: no getter of ours, or of a library here, does anything but answer. */
export const TERSER: TerserOptions = {
  compress: COMPRESS,
  format: { ecma: 2020, comments: false },
};

/** React's functions are long: declaring all they need at their start, and put into no other, they pack smaller. Ours do not. */
export const TERSER_REACT: TerserOptions = {
  ...TERSER,
  compress: { ...COMPRESS, hoist_vars: true, reduce_funcs: false },
};
