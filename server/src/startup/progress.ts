/** Prints the progress of the start on standard output, for the operator who waits. */
export class Progress {
  readonly #steps: number;
  #step = 0;
  #begun = 0;
  #name = "";

  constructor(steps: number) {
    this.#steps = steps;
  }

  begin(name: string): void {
    this.#step += 1;
    this.#name = name;
    this.#begun = performance.now();
  }

  done(detail = ""): void {
    const seconds = ((performance.now() - this.#begun) / 1000).toFixed(1);
    const rest = detail === "" ? "" : `：${detail}`;
    this.say(`[${this.#step}/${this.#steps}] ${this.#name}${rest}（${seconds} 秒）`);
  }

  say(line: string): void {
    process.stdout.write(`${line}\n`);
  }
}
