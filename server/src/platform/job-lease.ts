/** A node that ends without a word keeps its jobs from the others for this long. */
export const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 3;
const PROGRESS_MS = 500;

/** The lease of a running job: renews it, and writes the job's progress with it, one write after the other. */
export class JobLease {
  readonly #write: (values: { progress?: number; total?: number }) => Promise<void>;
  readonly #renewal: NodeJS.Timeout;
  #taken: { progress: number; total: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (values: { progress?: number; total?: number }) => Promise<void>) {
    this.#write = write;
    this.#renewal = setInterval(() => this.#flush(), RENEW_MS);
  }

  /** Notes how far the job is. */
  note(progress: { progress: number; total: number }): void {
    this.#taken = progress;
    this.#timer ??= setTimeout(() => this.#flush(), PROGRESS_MS);
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#taken !== undefined) this.#flush();
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const values = this.#taken ?? {};
    this.#taken = undefined;
    // a renewal that failed is made good by the next; the lease outlasts two
    this.#writing = this.#writing.then(() => this.#write(values)).catch(() => {});
  }
}
