import type { Reporter, TestModule } from "vitest/node";

/**
 * Ends a run with one plain line that a machine can read: `12 passed, 0 failed, 1 skipped`. Before it stands each test
 * that passed only when it was tried again.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const unsteady: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1;
        if (test.diagnostic()?.flaky) unsteady.push(`${module.relativeModuleId}: ${test.fullName}`);
      }
    }
    process.once("exit", (code) => {
      // a file that does not load and a fault outside of any test fail a run without a failed test
      const failed = code !== 0 && count.failed === 0 ? 1 : count.failed;
      for (const name of unsteady) process.stdout.write(`passed only at the second try: ${name}\n`);
      process.stdout.write(`${count.passed} passed, ${failed} failed, ${count.skipped} skipped\n`);
    });
  }
}
