/** What every first screen needs beside React: ours, and small. */
const CORE = [
  /node_modules[\\/]zustand[\\/]/,
  /[\\/]contract[\\/]src[\\/](envelope|errors|role|session|telemetry|user)\.ts$/,
  /[\\/]web[\\/]src[\\/](app|api|platform|styles)[\\/]/,
  /[\\/]session[\\/](appearance|login|logout|platform-entry|session|site)\.ts$/,
  /[\\/]ui[\\/](avatar|button|checkbox|class-names|focusable|icon|icon-button|skeleton|text-field|toast|toast-host)\./,
  // Drawn into index.html before anything runs.
  /[\\/]features[\\/]home[\\/](home-skeleton|page\.module)\b/,
];

/**
 * Chunks by name. React changes seldom and stays cached over releases; the core comes with it. What only a signed-in
 * person needs comes with the pages for such. Pages are split off by the route table.
 */
export const chunkGroups = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: "core", test: (id: string) => CORE.some((pattern) => pattern.test(id)), priority: 2 },
  {
    name: "signed-in",
    test: /[\\/]session[\\/](school-check|switch-identity|user-queries)\.ts$/,
    priority: 1,
  },
];
