import type { TerserOptions } from "vite";

/** `pure_getters`: no getter of ours, or of a library here, does anything but answer. */
export const TERSER: TerserOptions = {
  compress: { passes: 3, ecma: 2020, pure_getters: true },
  format: { ecma: 2020, comments: false },
};
