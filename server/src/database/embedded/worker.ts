// The engine's own thread: bytes of PostgreSQL's protocol in, bytes out. A slow query never blocks the event loop.
import { parentPort, workerData } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import { createDatabase, type EngineSource, openEngine } from "./open.ts";

/** The task of the thread: to serve an engine, or only to make the files of a new one. */
export type Task = EngineSource | { create: string };

/** A message from the thread: first whether it opened, then an answer to each piece of protocol sent to it. */
export type FromWorker =
  | { opened: true }
  | { failed: { message: string; code: string | undefined; log: string } }
  | { closed: true }
  | Uint8Array<ArrayBuffer>;

/** A message to the thread: a piece of protocol, or to write everything to disk and stop. */
export type ToWorker = Uint8Array<ArrayBuffer> | { close: true };

const port = parentPort;
if (!port) throw new Error("this module runs in a worker thread only");
const say = (message: FromWorker, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

const log: string[] = [];
try {
  const task = workerData as Task;
  if ("create" in task) await createDatabase(task.create, log);
  else serve(await openEngine(task, log));
  say({ opened: true });
} catch (error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  say({ failed: { message: messageOf(error), code, log: log.join("\n") } });
}

function serve(engine: PGlite): void {
  port?.on("message", (message: ToWorker) => {
    if (message instanceof Uint8Array) answer(engine, message);
    else void close(engine);
  });
}

function answer(engine: PGlite, piece: Uint8Array): void {
  const parts: Uint8Array[] = [];
  const onRawData = (bytes: Uint8Array): void => {
    parts.push(bytes.slice()); // the engine's own memory, overwritten by the next piece
  };
  // runs synchronously as long as there is no file system to sync
  void engine.execProtocolRawStream(piece, { syncToFs: false, onRawData });
  const bytes = joined(parts);
  say(bytes, [bytes.buffer]);
}

async function close(engine: PGlite): Promise<void> {
  await engine.close();
  say({ closed: true });
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Returns the message of anything thrown: Emscripten throws objects that are no errors. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : JSON.stringify(error);
}
