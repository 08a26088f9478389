// Loaded into the product before itself: without its tests, however those ended, nobody would ever stop it.
import { isMainThread } from "node:worker_threads";

if (isMainThread) process.stdin.on("end", () => process.kill(process.pid, "SIGKILL")).resume();
