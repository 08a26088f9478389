/**
 * The chunks that every first screen needs, by name: React changes seldom and stays cached over releases; the core is
 * ours and comes with it. Pages, and what only they use, are split off by the route table.
 */
export const chunkGroups = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
  {
    name: "core",
    test: /node_modules[\\/](zustand|use-sync-external-store)[\\/]|contract-in-browser|[\\/]contract[\\/]src[\\/]|[\\/]web[\\/]src[\\/](app|api|session|platform|styles)[\\/]|[\\/]ui[\\/](button|icon|icon-button|text-field|checkbox|toast|toast-host|class-names|focusable)\./,
    priority: 1,
  },
];
