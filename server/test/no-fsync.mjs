// Loaded before the product in processes of tests: what a killed process has written is the system's by then, and only a
// power cut would take it. Each real fsync waits for a disk that all tests share.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.fsyncSync = () => {};
syncBuiltinESMExports();
