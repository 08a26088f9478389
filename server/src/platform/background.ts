declare module "fastify" {
  interface FastifyInstance {
    background: Background;
  }
}

/** Work that no answer waits for. A failure is told, never thrown; closing the app waits for what has begun. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #onFailed: (what: string, error: unknown) => void;
  #failed = 0;

  constructor(onFailed: (what: string, error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  /** Pieces of work under way. */
  get running(): number {
    return this.#running.size;
  }

  /** Pieces of work that have failed so far. */
  get failed(): number {
    return this.#failed;
  }

  /** `what` names the work for the log, as `"a session's apps were not left"`. */
  run(what: string, work: () => Promise<unknown>): void {
    const running = (async () => {
      try {
        await work();
      } catch (error) {
        this.#failed += 1;
        this.#onFailed(what, error);
      }
    })();
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  /** Resolves when nothing runs any more. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
