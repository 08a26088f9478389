import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const MINUTE_MS = 60_000;
/** One more than there are cores: a file waits for its own server, engine or browser a third of its time. */
const WORKERS = availableParallelism() + 1;
/** Test files that replace modules or timers, which no other file may see. */
const ALONE = "server/**/*.alone.test.ts";
/** Tests of the page without a server: they wait for a browser, as the journeys do. */
const PAGES = "web/test/**/*.test.ts";
const SERVER = {
  // for the engines' threads, too, which take over the worker's arguments
  execArgv: [`--import=${new URL("server/test/no-fsync.mjs", import.meta.url).href}`],
  globalSetup: "server/test/template.ts",
  testTimeout: MINUTE_MS,
  hookTimeout: MINUTE_MS,
};

/**
 * Files that begin first. Four of them (`waits`) mostly wait for what others let go of, for a quarter to half a minute: one that
 * came last would be alone with two idle cores, and so would two at a time. So what works stands between them.
 */
const FIRST = [
  // watched by the clock: not beside much; waits
  "server/src/startup/failover.test.ts",
  "server/test/matrix/matrix.test.ts",
  "server/test/taken-back-and-restored.test.ts",
  // waits
  "server/src/roster-nightly/killed.test.ts",
  "server/test/erased-and-restored.test.ts",
  "server/src/database/embedded/embedded-database.test.ts",
  "server/src/startup/start.test.ts",
  "server/src/startup/commands.test.ts",
  "server/src/catalogue/explain/random-rules.test.ts",
  // waits
  "server/src/change-set/killed.test.ts",
  "server/src/roster/main.test.ts",
  "server/src/startup/killed.test.ts",
  "server/src/launch/lti/refusals/refusals.test.ts",
  "server/src/backup/backup.test.ts",
  "server/src/people/people.test.ts",
  // waits
  "server/src/roster-nightly/failures.test.ts",
];

/** The projects in the order in which they begin: the longest files last but one, and many short ones to fill the end. */
const PROJECTS = ["server", "server-alone", "e2e", "unit"];

/** One queue for all projects, so that no core waits for the last file of one before the next begins. */
class OneQueue extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = FIRST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place < 0 ? FIRST.length + PROJECTS.indexOf(project.name) : place;
    };
    // the others keep their order
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  resolve: { conditions: ["node"] },
  test: {
    maxWorkers: WORKERS,
    // what is waited for comes when the machine gets to it; a second, the default, is a measurement
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: OneQueue },
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
          exclude: ["**/node_modules/**", "web/dist/**", PAGES],
          // the files of a worker share its modules: none may leave anything behind
          isolate: false,
          testTimeout: MINUTE_MS / 2,
        },
      },
      {
        extends: true,
        test: {
          ...SERVER,
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: [ALONE],
          // the files of a worker share its modules and its engine: none may leave anything behind
          isolate: false,
        },
      },
      { extends: true, test: { ...SERVER, name: "server-alone", include: [ALONE] } },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts", PAGES],
          globalSetup: "e2e/harness/global-setup.ts",
          // the files of a worker share a platform and a browser (e2e/harness/stage.ts)
          isolate: false,
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: 5 * MINUTE_MS,
        },
      },
    ],
  },
});
