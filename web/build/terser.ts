import type { TerserOptions } from "vite";

const COMPRESS = { passes: 3, ecma: 2020, pure_getters: true } as const;

/** Options for our own code. `pure_getters`: no getter here or in a library has side effects. */
export const TERSER: TerserOptions = {
  compress: COMPRESS,
  format: { ecma: 2020, comments: false },
};

/** Options for parts that a page loads on demand: the third pass takes as long as the first two, for 0.7 % of bytes. */
export const TERSER_LATE: TerserOptions = { ...TERSER, compress: { ...COMPRESS, passes: 2 } };

/** Options for React: its long functions compress better with functions hoisted, none inlined, and plain statements. Ours do not. */
export const TERSER_REACT: TerserOptions = {
  ...TERSER,
  compress: {
    ...COMPRESS,
    // a third finds nothing
    passes: 2,
    hoist_funs: true,
    inline: false,
    reduce_funcs: false,
    lhs_constants: false,
    sequences: false,
    // a method cannot be called with `new`; no function in an object of React's is
    unsafe_methods: true,
  },
};
