/**
 * The chunks of the first load. Beside React, which changes seldom and stays cached over releases, each is one file and
 * all that it imports, as far as no chunk before it has it. The route table splits the pages off.
 */
export const chunkGroups = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
  { name: "core", test: /[\\/]app[\\/]core\.tsx$/, priority: 1 },
  { name: "signed-in", test: /[\\/]app[\\/]signed-in\.ts$/ },
];
