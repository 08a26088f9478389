import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

// A command lives for a second, and collects early: a backup takes a quarter less so. What was compiled is kept, since the
// stripping of types alone takes 30 MB; where it cannot be kept, as in a container, it is compiled anew.
setFlagsFromString("--optimize-for-size");
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/compile", import.meta.url)));

const { follow } = await import("./follow.ts");
process.exitCode = await follow(process.argv.slice(2));
