/** Thrown when another caller's transaction did not end in time; the waiting statement was not sent. */
export class WaitedTooLong extends Error {
  override name = "WaitedTooLong";
}

/**
 * Serializes the one connection: everybody may use it while no transaction is open, and its owner alone while one is.
 * First come, first served. A statement is sent in the same tick in which it is admitted.
 */
export class ConnectionMutex {
  readonly #timeoutMs: number;
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  /** @param timeoutMs the longest wait for a transaction to end, after which `WaitedTooLong` is thrown */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** The number of callers that wait for the open transaction to end. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get taken(): boolean {
    return this.#taken;
  }

  /** Sends a statement that belongs to no transaction. */
  run<T>(send: () => Promise<T>): Promise<T> {
    return this.#admit(send);
  }

  /** Sends the statement that begins a transaction; every later comer waits until `release`. */
  acquire<T>(send: () => Promise<T>): Promise<T> {
    return this.#admit(() => {
      this.#taken = true;
      return send();
    });
  }

  release(): void {
    this.#taken = false;
    while (!this.#taken && this.#waiting.length > 0) this.#waiting.shift()?.();
  }

  #admit<T>(send: () => Promise<T>): Promise<T> {
    if (!this.#taken && this.#waiting.length === 0) return send();
    return new Promise<T>((resolve, reject) => {
      const step = (): void => {
        clearTimeout(timer);
        send().then(resolve, reject);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(step), 1);
        reject(
          new WaitedTooLong(
            `waited ${this.#timeoutMs} ms for a transaction to end: is \`db\` used where \`trx\` is meant, or does a transaction wait for something outside?`,
          ),
        );
      }, this.#timeoutMs);
      this.#waiting.push(step);
    });
  }
}
