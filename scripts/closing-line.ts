import type { Reporter, TestModule } from "vitest/node";

/**
 * Ends a run with one plain line that a machine can read: `12 passed, 0 failed, 1 skipped`. Before it stands each test
 * that passed only when its file was run once more (scripts/run-tests.ts).
 */
export default class ClosingLine implements Reporter {
  /** The last result of each file, and the tests that failed in a former one. */
  readonly #last = new Map<string, TestModule>();
  readonly #failedBefore = new Set<string>();

  onInit(): void {
    process.once("exit", (code) => this.#print(code));
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      this.#last.set(module.id, module);
      for (const test of module.children.allTests("failed")) this.#failedBefore.add(test.id);
    }
  }

  #print(code: number): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of this.#last.values()) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count[state] += 1;
        if (state === "passed" && this.#failedBefore.has(test.id))
          process.stdout.write(
            `passed only at the second try: ${module.relativeModuleId}: ${test.fullName}\n`,
          );
      }
    }
    // a file that does not load and a fault outside of any test fail a run without a failed test
    const failed = code !== 0 && count.failed === 0 ? 1 : count.failed;
    process.stdout.write(`${count.passed} passed, ${failed} failed, ${count.skipped} skipped\n`);
  }
}
