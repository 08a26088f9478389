import type { TerserOptions } from "vite";

export const TERSER: TerserOptions = {
  compress: { passes: 3, ecma: 2020 },
  format: { ecma: 2020, comments: false },
};
