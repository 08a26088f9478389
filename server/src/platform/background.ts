declare module "fastify" {
  interface FastifyInstance {
    background: Background;
  }
}

/**
 * Runs work that no answer waits for. A failure is logged, never thrown; closing the app waits for work that has begun.
 */
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

  /** Starts a piece of work; `what` names its failure for the log, as `"a session's apps were not left"`. */
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

  /** Resolves when no work is running. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
