import { createVitest, parseCLI, type TestModule } from "vitest/node";

/** Files whose tests look at a page in a real Chromium. */
const LOOKS_AT_A_PAGE = /^(e2e|web\/test)\//;
/** Failed files above which something is wrong, and nothing is tried again. */
const TRIED_AGAIN_MAX = 3;

/**
 * Runs the tests as `vitest run` does. A few files of journeys that failed are run once more by themselves, each on a
 * platform of its own, and named in the run's last lines (docs/decisions/086).
 */
const { filter, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)]);
process.env["VITEST"] = "true";
process.env["NODE_ENV"] ??= "test";
const vitest = await createVitest({ ...options, run: true, watch: false });
try {
  const { testModules, unhandledErrors } = await vitest.start(filter);
  const failed = testModules.filter((module) => !module.ok());
  if (unhandledErrors.length === 0 && areTriedAgain(failed)) {
    console.log(`\nonce more: ${failed.map((module) => module.relativeModuleId).join(", ")}\n`);
    process.exitCode = 0;
    await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()));
  }
} catch (error) {
  process.exitCode ||= 1;
  console.error(error);
} finally {
  await vitest.close();
}
await vitest.exit();

function areTriedAgain(failed: readonly TestModule[]): boolean {
  return (
    failed.length > 0 &&
    failed.length <= TRIED_AGAIN_MAX &&
    failed.every((module) => LOOKS_AT_A_PAGE.test(module.relativeModuleId))
  );
}
