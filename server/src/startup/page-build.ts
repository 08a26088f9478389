import { StartFailure } from "./failure.ts";

let building: Promise<number> = Promise.resolve(0);

/** Makes the start wait for a build of the page that is under way (scripts/tasks.ts), by its exit code. */
export function buildPageMeanwhile(build: Promise<number>): void {
  building = build;
}

/** Resolves when there is a page to serve. */
export async function pageBuilt(): Promise<void> {
  if ((await building) !== 0) throw new StartFailure("没有构建好的网页，没有启动。");
}
