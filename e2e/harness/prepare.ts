import { programIn, keepPrograms } from "../../server/test/programs.ts";
import { keepDataDirs } from "../../server/test/template.ts";
import { keepDemo } from "./global-setup.ts";

// Makes what all tests start from, so that the page can be built meanwhile: a core would be idle, first there and then here.
await Promise.all([
  keepDataDirs(),
  keepPrograms().then((folder) => keepDemo(programIn(folder, "main"))),
]);
