/** What every first screen needs beside React: ours, and small. */
const CORE = [
  /node_modules[\\/]zustand[\\/]/,
  /[\\/]contract[\\/]src[\\/](envelope|errors|role|session|telemetry)\.ts$/,
  /[\\/]web[\\/]src[\\/](app(?![\\/](further-routes|match)\.)|styles|boot|platform(?![\\/](shell[\\/]|installed[\\/]|hash-query\.|leave\.|unsaved\.)))[\\/]|[\\/]api[\\/](?!address|query|any-server|read-as|answer-shapes)/,
  /[\\/]session[\\/](appearance|login|logout|platform-entry|session|site)\.ts$/,
  /[\\/]ui[\\/](avatar|button|can-use-passkeys|checkbox|class-names|icon|icon-button|text-field|toast|toast-host)\./,
  // Styles of home's skeleton, which is drawn into index.html before anything runs.
  /[\\/](ui[\\/]skeleton|home[\\/](home-skeleton|page))\.module\.css/,
];

/** What the pages behind sign-in share. */
const INNER = [
  /[\\/]session[\\/](eye-settings|page-stores|school-check|switch-identity|user-queries)\.ts$/,
  /[\\/]api[\\/]query\.ts$/,
  /[\\/]contract[\\/]src[\\/](catalogue|launch|user)\.ts$/,
  /[\\/]ui[\\/](empty-state|focusable|late|menu|skeleton)\./,
];

/** What runs when the first screen stands. */
const BEHIND = [
  /[\\/]web[\\/]src[\\/]behind\.ts$|[\\/]session[\\/](follow-tabs|read-site|shared-data)\.ts$/,
  /[\\/]api[\\/]address\.ts$/,
  /[\\/]eye-care[\\/]start\.ts$/,
];

/** What keeps the page going without a network and over releases. */
const RESILIENCE = [
  /[\\/]web[\\/]src[\\/]resilience\.ts$|[\\/]platform[\\/](installed[\\/]|unsaved\.)/,
  /[\\/]connection[\\/](start|look|rules|state)\.ts$/,
  /[\\/]release[\\/](start|installation|offers)\.ts$/,
];

const among = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id));

/**
 * Chunks by name. React changes seldom and stays cached over releases; the core comes with it. Pages are split off by
 * the route table.
 */
export const chunkGroups = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: "core", test: among(CORE), priority: 2 },
  { name: "inner", test: among(INNER), priority: 1 },
  { name: "behind", test: among(BEHIND), priority: 1 },
  { name: "resilience", test: among(RESILIENCE), priority: 1 },
];
