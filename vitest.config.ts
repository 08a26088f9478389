import { defineConfig } from "vitest/config";

const MINUTE_MS = 60_000;

export default defineConfig({
  resolve: { conditions: ["node"] },
  test: {
    // what is waited for comes when the machine gets to it; a second, the default, is a measurement
    expect: { poll: { timeout: 20_000 } },
    reporters: ["default", "./scripts/closing-line.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "contract/**/*.test.ts",
            "web/**/*.test.{ts,tsx}",
            "modules/**/*.test.{ts,tsx}",
            "demo/**/*.test.ts",
            "scripts/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "web/dist/**"],
          testTimeout: MINUTE_MS / 2,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          globalSetup: "server/test/template.ts",
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: "e2e/harness/global-setup.ts",
          fileParallelism: false,
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: 5 * MINUTE_MS,
          // a journey measures what a person waits: nothing else may run beside it
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
