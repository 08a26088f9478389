import { useEffect, useMemo, useState } from "react";
import {
  matchTeachers,
  readTeaching,
  type AdministeredClass,
  type AnswerOf,
  type ChangeSource,
} from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { BY_ACCOUNT, namesakes, withTold } from "../list/namesakes.ts";
import type { Problem } from "./teaching-problems.tsx";
import {
  cellKey,
  HEADS,
  HEADS_NAME,
  placeBlock,
  readBlock,
  resolveCell,
  sourceOfBlock,
  textOf,
  type Column,
  type Match,
  type Teacher,
} from "./teaching-rules.ts";

/** Time after the last key before the names are looked up. */
const PAUSE_MS = 400;

type Texts = ReadonlyMap<string, string>;
const NOBODY: readonly Teacher[] = [];

/** Keeps what was typed and pasted into the grid of who teaches what, and finds whom the names stand for. */
export function useTeaching(
  school: string,
  classes: readonly AdministeredClass[],
  { subjects, cells }: AnswerOf<typeof readTeaching>,
  /** The answer's number: each is newer than what was applied before it was asked for. */
  nth: number,
) {
  const { send } = useModule();
  const { fault, act } = useAct();
  const [texts, setTexts] = useState<Texts>(new Map());
  const [matches, setMatches] = useState<ReadonlyMap<string, readonly Match[]>>(new Map());
  const [chosen, setChosen] = useState<ReadonlyMap<string, ReadonlyMap<string, string>>>(new Map());
  const [added, setAdded] = useState<readonly string[]>([]);
  const [lost, setLost] = useState<readonly string[]>([]);
  const [pasted, setPasted] = useState<{ keys: ReadonlySet<string>; source: ChangeSource }>();
  const [applied, setApplied] = useState<{ texts: Texts; nth: number }>();
  const isApplied = (key: string) => applied?.texts.get(key) === texts.get(key);
  if (applied !== undefined && applied.nth !== nth) {
    // what was written after it stays
    setTexts(new Map([...texts].filter(([key]) => !isApplied(key))));
    setChosen(new Map([...chosen].filter(([key]) => !isApplied(key))));
    setLost([]);
    setPasted(undefined);
    setApplied(undefined);
  }

  const present = useMemo(() => {
    const people = new Map(cells.flatMap((of) => of.teachers.map((one) => [one.id, one] as const)));
    const told = namesakes([...people.values()], BY_ACCOUNT);
    return new Map(
      cells.map(({ class_id, subject_id, teachers }) => [
        cellKey(class_id, subject_id),
        teachers.map(({ id, name }) => {
          const one = people.get(id);
          return { id, name: withTold(name, one && told.get(one)) };
        }),
      ]),
    );
  }, [cells]);
  const taught = new Set([...cells.map(({ subject_id }) => subject_id), ...added]);
  const columns: Column[] = [
    { id: HEADS, name: HEADS_NAME },
    ...subjects.filter(({ id }) => taught.has(id)),
  ];
  const others = subjects.filter(({ id }) => !taught.has(id));

  const textAt = (key: string) => texts.get(key) ?? textOf(present.get(key) ?? NOBODY);
  const resolvedAt = (key: string) =>
    resolveCell(textAt(key), {
      present: present.get(key) ?? NOBODY,
      matches,
      chosen: chosen.get(key) ?? new Map(),
    });

  /** Asks who the names are that nobody has asked for yet. */
  function find(now: Texts) {
    const wanted = new Set<string>();
    for (const [key, text] of now) {
      const names = resolveCell(text, {
        present: present.get(key) ?? NOBODY,
        matches,
        chosen: new Map(),
      });
      for (const one of names) {
        if (one.id === null && one.people === undefined) wanted.add(one.text);
      }
    }
    if (wanted.size === 0) return;
    void act(async () => {
      const input = { school_id: school, texts: [...wanted] };
      const { matches: found } = await send(matchTeachers, input);
      setMatches(
        (all) => new Map([...all, ...found.map((one) => [one.text, one.people] as const)]),
      );
    });
  }

  useEffect(() => {
    const clock = setTimeout(() => find(texts), PAUSE_MS);
    return () => clearTimeout(clock);
    // oxlint-disable-next-line react/exhaustive-deps -- asked for these texts when they have changed, or a look-up has ended
  }, [texts, matches]);

  /** Fills a block in; tells whether any of it was used. */
  function paste(
    text: string,
    rows: readonly AdministeredClass[],
    from: { row: number; column: number } | null,
  ): boolean {
    const block = readBlock(text);
    const placed = placeBlock(block, { rows, columns, subjects, from });
    setLost(placed.lost);
    const filled = placed.cells.map(
      ({ class_id, subject_id, text: names }) => [cellKey(class_id, subject_id), names] as const,
    );
    setTexts(new Map([...texts, ...filled]));
    if (filled.length > 0) {
      setPasted({ keys: new Set(filled.map(([key]) => key)), source: sourceOfBlock(block) });
    }
    setAdded((now) => [...new Set([...now, ...placed.cells.map(({ subject_id }) => subject_id)])]);
    return placed.cells.length > 0;
  }

  const edited = classes.flatMap(({ id: class_id, name }) =>
    columns.flatMap((column) => {
      const key = cellKey(class_id, column.id);
      if (!texts.has(key) || (applied !== undefined && isApplied(key))) return [];
      const resolved = resolvedAt(key);
      const ids = resolved.map(({ id }) => id);
      const had = (present.get(key) ?? NOBODY).map(({ id }) => id);
      const same = ids.length === had.length && ids.every((id) => id !== null && had.includes(id));
      return same ? [] : [{ key, class_id, subject_id: column.id, name, column, resolved }];
    }),
  );
  const problems = edited.flatMap(({ key, name, column, resolved }): Problem[] =>
    resolved.flatMap(({ id, text, people }) =>
      id === null && people !== undefined
        ? [{ key, place: `${name} · ${column.name}`, text, people }]
        : [],
    ),
  );
  const waits = edited.some(({ resolved }) =>
    resolved.some(({ id, people }) => id === null && people === undefined),
  );
  const wrong = new Set(problems.map(({ key }) => key));

  // what was put right in a pasted cell still comes from the block; other cells do not
  const source = edited.every(({ key }) => pasted?.keys.has(key)) ? pasted?.source : undefined;

  return {
    ...{ columns, others, edited, problems, waits, wrong, lost, fault, source },
    textAt,
    isEdited: (key: string) => texts.has(key),
    /** Keeps what was applied as it was typed until the grid has been read anew. */
    settle: () => setApplied({ texts, nth }),
    write: (key: string, text: string) => setTexts((now) => new Map([...now, [key, text]])),
    paste,
    addSubject: (id: string) => setAdded((now) => [...now, id]),
    choose: ({ key, text }: Problem, id: string) =>
      setChosen((now) => new Map([...now, [key, new Map([...(now.get(key) ?? []), [text, id]])]])),
    clear: () => {
      setTexts(new Map());
      setChosen(new Map());
      setLost([]);
      setPasted(undefined);
    },
  };
}
