import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { normalizePath } from "vite";

const SOURCES = new URL("../src/", import.meta.url);

/**
 * Chunks of several files of `src`, each with all that they import, as far as no chunk before it has it; the route table and
 * the other `import()`s split the rest. A small file costs a browser more by being asked for than by its size.
 */
const CHUNKS: readonly (readonly [name: string, ...files: string[]])[] = [
  // the entry; China's clock is home's, and that of pages which need nothing else of it
  ["index", "../index.html", "../../contract/src/china-time.ts"],
  ["signed-in", "app/signed-in.ts"],
  // the bars around every page are home's
  ["home", "features/home/page.tsx", "features/home/bars.tsx"],
  // shared by sign-in and the other pages with a form; home has none
  ["form", "ui/text-field.tsx", "ui/checkbox.tsx", "ui/can-use-passkeys.ts"],
  // what pages share with a chunk below stands apart from it, so that no page fetches that one
  ["shared-data", "session/shared-data.ts", "platform/altered-page.ts"],
  ["read-site", "session/read-site.ts"],
  ["unread", "session/inbox.ts", "session/feedback-unread.ts", "ui/icon-shapes.ts"],
  ["rich-text", "ui/rich-text.tsx", "../../contract/src/agreement.ts"],
  ["page-head", "ui/page-head.tsx", "ui/tried-again.ts"],
  ["menu-panel", "ui/menu-panel.tsx", "features/home/choose.ts"],
  // what every page fetches once it is drawn
  ["background", "start-background.ts", "ui/toast-lines.tsx"],
  ["launch", "features/home/launch/launch.ts", "features/home/note-opened.ts"],
  [
    "module-container",
    "features/module-container/page.tsx",
    "features/module-container/module-files.ts",
  ],
  [
    "kept-module",
    "features/module-container/kept-module.ts",
    "features/module-container/make-context.ts",
  ],
];

/** The groups for the bundler, of which the first comes first: React, which changes seldom and stays cached over releases, then those above. */
export const chunkGroups = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  ...CHUNKS.map(([name, ...files]) => ({ name, test: isOneOf(files, SOURCES) })),
];

/**
 * Returns whether a module is one of these files of a folder, as a question about any. Throws where a file is not there: its
 * chunk would be split without a word.
 */
export function isOneOf(files: readonly string[], folder: URL): (id: string) => boolean {
  const paths = files.map((file) => normalizePath(fileURLToPath(new URL(file, folder))));
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw new Error(`No ${missing} for a chunk`);
  return (id) => paths.includes(normalizePath(id));
}
