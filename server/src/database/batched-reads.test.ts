import { expect, test } from "vitest";
import type { Database } from "./database.ts";
import { batchedReads } from "./batched-reads.ts";
import { acrossSchools, inSchools } from "./scope.ts";

/** Makes reads that answer when they are told to; `asked` has the keys of each statement. */
function reads() {
  const reading = batchedReads({} as Database);
  const asked: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const get = (key: string, kind = "word") =>
    reading.get(
      kind,
      key,
      (keys) =>
        new Promise<string[]>((resolve, reject) => {
          asked.push(keys.join(" "));
          ends.push((error) =>
            error === undefined ? resolve(keys.map((one) => `${one}!`)) : reject(error),
          );
        }),
    );
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { asked, ends, get, soon };
}

test("what is wanted at one time is read by one statement, and each gets its own", async () => {
  const { asked, ends, get, soon } = reads();
  const all = Promise.all(["a", "b", "a", "c"].map((key) => get(key)));
  await soon();
  expect(asked).toEqual(["a b a c"]);
  ends[0]?.();
  expect(await all).toEqual(["a!", "b!", "a!", "c!"]);
});

test("what is wanted while two statements run is read by the next, after it was asked for", async () => {
  const { asked, ends, get, soon } = reads();
  const all: Promise<string>[] = [];
  for (const key of ["a", "b", "c", "d"]) {
    all.push(get(key));
    await soon();
  }
  expect(asked).toEqual(["a", "b"]);
  ends[1]?.();
  await soon();
  expect(asked).toEqual(["a", "b", "c d"]);
  ends[0]?.();
  ends[2]?.();
  expect(await Promise.all(all)).toEqual(["a!", "b!", "c!", "d!"]);
  // nothing is kept
  const again = get("a");
  await soon();
  expect(asked).toHaveLength(4);
  ends[3]?.();
  await again;
});

test("a hundred are read at once at most", async () => {
  const { asked, ends, get } = reads();
  const all = Promise.all(Array.from({ length: 150 }, (_, nth) => get(`k${nth}`)));
  await expect.poll(() => asked.map((keys) => keys.split(" ").length)).toEqual([100, 50]);
  for (const end of ends) end();
  expect((await all).at(-1)).toBe("k149!");
});

test("reads of other kinds, and in another scope, have statements of their own", async () => {
  const { asked, ends, get, soon } = reads();
  const all = Promise.all([
    inSchools(["a"], () => get("1")),
    inSchools(["b"], () => get("2")),
    inSchools(["a"], () => get("3")),
    acrossSchools("session", () => get("4")),
    get("5"),
    get("6", "number"),
  ]);
  await soon();
  expect(asked).toEqual(["1 3", "2", "4", "5", "6"]);
  for (const end of ends) end();
  await all;
});

test("a statement that fails fails for who waits for it, and for nobody later", async () => {
  const { ends, get, soon } = reads();
  const first = Promise.allSettled([get("a"), get("b")]);
  await soon();
  const later = get("c");
  await soon();
  ends[0]?.(new Error("lost"));
  expect((await first).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  ends[1]?.();
  expect(await later).toBe("c!");
});
