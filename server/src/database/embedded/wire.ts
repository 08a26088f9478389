import { Duplex } from "node:stream";
import type { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./worker.ts";

/** A stream to the engine's thread that the client library takes for the socket of a PostgreSQL server. */
export class Wire extends Duplex {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on("message", (message: FromWorker) => {
      if (message instanceof Uint8Array) this.push(message);
    });
    worker.on("error", (error) =>
      this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    worker.on("exit", () => this.destroy());
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#send([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  // a copy of its own, so that it can be handed over
  #send(chunks: Uint8Array[]): void {
    const bytes: ToWorker = new Uint8Array(Buffer.concat(chunks));
    this.#worker.postMessage(bytes, [bytes.buffer]);
  }

  // what the client library asks of a socket
  connect(): this {
    queueMicrotask(() => this.emit("connect"));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
