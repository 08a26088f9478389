import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { normalizePath, type Plugin } from "vite";

const ENTRY = normalizePath(
  fileURLToPath(new URL("../src/ui/shared-with-modules.ts", import.meta.url)),
);
const PAGE = normalizePath(fileURLToPath(new URL("../", import.meta.url)));
const REACT = /^(?:react|react-dom|scheduler)(?:\/|$)/;
const JSX = "react/jsx-runtime";
const OF_UI = "\0of-ui:";
const OF_REACT = "\0of-react:";

/** Builds src/ui/shared-with-modules.ts into the page as a file whose names stay as they are. */
export function offerShared(): Plugin {
  return {
    name: "offer-shared",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: ENTRY, name: "shared", preserveSignature: "strict" });
    },
  };
}

/** Returns the name of the shared file in a page that has been built. */
export function sharedFile(manifest: Readonly<Record<string, { file: string }>>): string {
  const built = manifest[ENTRY.slice(PAGE.length)];
  if (built === undefined) throw new Error("The page has no shared file: build it first");
  return built.file;
}

/**
 * Has a module take React and the shared parts of `ui` from the page's file at `address`, under its hashed name: the
 * oldest browsers of the list have no import maps. Styles lie in each shadow root, so those of the parts stay with the module.
 */
export function takeShared(address: string): Plugin {
  const offered = readOffered();
  return {
    name: "take-shared",
    enforce: "pre",
    async resolveId(source, importer) {
      if (source === address) return { id: address, external: true };
      if (REACT.test(source)) {
        if (offered.has(source)) return OF_REACT + source;
        return this.error(`The page shares ${[...offered.keys()].join(", ")}, and not ${source}`);
      }
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found !== null && offered.has(found.id) ? OF_UI + found.id : null;
    },
    load(id) {
      if (id.startsWith(OF_REACT)) {
        // libraries take React whole: as a namespace, or as the default export that it had before there were modules
        const source = id.slice(OF_REACT.length);
        const names = `${offered.get(source)}${source === JSX ? ", Fragment" : ""}`;
        return `import {${names}} from ${JSON.stringify(address)};\nexport {${names}};\nexport default {${names}};`;
      }
      if (!id.startsWith(OF_UI)) return null;
      const part = id.slice(OF_UI.length);
      this.addWatchFile(part);
      const beside = Array.from(
        readFileSync(part, "utf8").matchAll(/^import (?!type\b).*"(\.[^"]+)";$/gm),
        ([, file = ""]) => `import ${JSON.stringify(join(dirname(part), file))};`,
      );
      return `${beside.join("\n")}\nexport {${offered.get(part)}} from ${JSON.stringify(address)};`;
    },
  };
}

/** Keeps the styles of shared parts in a module's sheet: nothing there names their classes, so they would be shaken off. */
export function keepStyles(): Plugin {
  return {
    name: "keep-styles",
    enforce: "post",
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: "no-treeshake" }),
    },
  };
}

/** Returns the names that are shared, by the package or the file that they come from. */
function readOffered(): ReadonlyMap<string, string> {
  const lines = readFileSync(ENTRY, "utf8").matchAll(/^export \{([^}]+)\} from "([^"]+)";$/gm);
  return new Map(
    Array.from(lines, ([, names = "", from = ""]) => [
      from.startsWith(".") ? normalizePath(join(dirname(ENTRY), from)) : from,
      names,
    ]),
  );
}
