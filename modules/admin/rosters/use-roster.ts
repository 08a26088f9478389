import { useEffect, useRef, useState } from "react";
import {
  type AnswerOf,
  answerRosterDraft,
  type ChangeSet,
  type OneRosterFault,
  type InputOf,
  markRoster,
  planChange,
  readOneRoster,
  readRoster,
  readRosterDraft,
  type RosterCorrection,
  type RosterDraft,
  ROSTER_FILE_BYTES,
  type RosterKind,
  type RosterMapping,
} from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { isRefusal } from "../../kit/refusal.ts";
import { Refused } from "../../kit/use-act.ts";
import { base64Of, saveBase64 } from "./files.ts";

export type Reading = AnswerOf<typeof readRoster>;
export type Ends = "nobody" | "classes" | "school";

/** Outcome of reading a OneRoster package that led to no change. */
export interface Bundle {
  faults: readonly OneRosterFault[];
  fault_count: number;
}

/** Reading a file and planning a change of tens of thousands of rows take their time. */
const PLAN_TIMEOUT = { timeoutMs: 180_000 };

interface Asked {
  mapping: readonly RosterMapping[];
  corrections: readonly RosterCorrection[];
}
const NOTHING_ASKED: Asked = { mapping: [], corrections: [] };

export interface Roster {
  kind: RosterKind;
  /** Chooses who is in the file; one that was read is read anew, with the cells that were put right. */
  setKind: (kind: RosterKind) => void;
  file: File | undefined;
  /** Files that wait for their turn. */
  waiting: readonly File[];
  asked: Asked;
  reading: Reading | undefined;
  draft: RosterDraft | undefined;
  /** Faults of a OneRoster package, and how many there are. */
  bundle: Bundle | undefined;
  /** The work under way, in words for people. */
  doing: string | undefined;
  fault: string | undefined;
  /** Reads the file once more, where it lies with the way to the server that there is nothing to go on with. */
  readAgain: (() => void) | undefined;
  choose: (files: readonly File[]) => void;
  ask: (asked: Asked) => void;
  saveMarked: () => void;
  answer: (input: Omit<InputOf<typeof answerRosterDraft>, "draft_id">) => void;
  plan: (ends: Ends) => void;
  startOver: () => void;
}

/**
 * Takes a file through an import: the page keeps the file, the server reads it each time anew and keeps only what was read
 * of it. Where nothing has to be asked it goes on by itself.
 */
export function useRoster(
  school: string,
  onPlanned: (change: Pick<ChangeSet, "id">) => void,
): Roster {
  const { send, explain } = useModule();
  const [kind, setKind] = useState<RosterKind>("student");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [asked, setAsked] = useState<Asked>(NOTHING_ASKED);
  /** Keeps what the file was last read with, to which a reading that fails goes back. */
  const taken = useRef(NOTHING_ASKED);
  const [reading, setReading] = useState<Reading>();
  const [draft, setDraft] = useState<RosterDraft>();
  const [bundle, setBundle] = useState<Bundle>();
  const [doing, setDoing] = useState<string>();
  const [fault, setFault] = useState<{ words: string; isOfFile: boolean }>();
  const [file, ...waiting] = files;
  /** Grows with each file that is begun with: what comes of an earlier one is no longer wanted. */
  const turn = useRef(1);
  /** The turn whose work is under way. */
  const busy = useRef(0);
  useEffect(() => {
    return () => {
      turn.current += 1;
    };
  }, []);

  /** Does one thing at a time for a file; another file does not wait for it. */
  async function during(words: string, work: () => Promise<void>): Promise<void> {
    const own = turn.current;
    if (busy.current === own) return;
    busy.current = own;
    setDoing(words);
    setFault(undefined);
    let failure: typeof fault;
    try {
      await work();
    } catch (error) {
      const words = error instanceof Refused ? error.message : explain(error);
      failure = { words, isOfFile: error instanceof Refused || isRefusal(error) };
    }
    if (own !== turn.current) return;
    busy.current = 0;
    setDoing(undefined);
    setFault(failure);
    setAsked(taken.current);
  }

  async function planIt(of: RosterDraft, ends: Ends): Promise<void> {
    const own = turn.current;
    const change = {
      kind: "roster-import",
      school_id: school,
      draft_id: of.draft_id,
      ends,
    } as const;
    const planned = await send(planChange, { change, source: of.source }, PLAN_TIMEOUT);
    if (own === turn.current) onPlanned(planned);
  }

  async function readIt(chosen: File, wanted: Asked, as: RosterKind): Promise<void> {
    if (chosen.size > ROSTER_FILE_BYTES) throw new Refused("文件超过 20 MB，请分成几份再导入");
    const own = turn.current;
    if (/\.zip$/i.test(chosen.name)) {
      const input = { name: chosen.name, file: await base64Of(chosen) };
      const { faults, fault_count, change_id } = await send(readOneRoster, input, PLAN_TIMEOUT);
      if (own !== turn.current) return;
      if (change_id !== null) onPlanned({ id: change_id });
      else if (fault_count > 0) setBundle({ faults, fault_count });
      else throw new Refused("没有需要改的：已经是这样了");
      return;
    }
    const found = await send(readRoster, await inputOf(chosen, wanted, as), PLAN_TIMEOUT);
    if (own !== turn.current) return;
    taken.current = wanted;
    setReading(found);
    setDraft(undefined);
    if (found.draft_id === null) return;
    const { draft_id } = found;
    const of = await send(readRosterDraft, { draft_id }, PLAN_TIMEOUT);
    if (own !== turn.current) return;
    setDraft(of);
    const isGuessed = found.sheets.some(({ columns }) =>
      columns.some(({ why }) => why === "cells"),
    );
    const isCalm = of.is_ready && of.gone.classes === 0 && found.warning_count === 0 && !isGuessed;
    if (isCalm) await planIt(of, "nobody");
  }

  async function inputOf(of: File, { mapping, corrections }: Asked, as: RosterKind) {
    return {
      ...{ school_id: school, kind: as, name: of.name, file: await base64Of(of) },
      ...{ mapping: [...mapping], corrections: [...corrections] },
    };
  }

  function reset(wanted = NOTHING_ASKED) {
    turn.current += 1;
    setDoing(undefined);
    setFault(undefined);
    taken.current = wanted;
    setAsked(wanted);
    setReading(undefined);
    setDraft(undefined);
    setBundle(undefined);
  }

  const readAnew = (of: File, wanted: Asked, as: RosterKind) =>
    during(`正在重新读“${of.name}”`, () => readIt(of, wanted, as));
  // what was found in the file is answered above it, and a draft goes on by itself
  const isUnread = reading === undefined || (reading.draft_id !== null && draft === undefined);
  const mayReadAgain = fault?.isOfFile === false && isUnread && bundle === undefined;

  return {
    ...{ kind, file, waiting, asked, reading, draft, bundle, doing, fault: fault?.words },
    readAgain:
      mayReadAgain && file !== undefined ? () => void readAnew(file, asked, kind) : undefined,
    setKind: (as) => {
      setKind(as);
      if (file === undefined) return;
      // what a column is for pupils says nothing of teachers
      const { corrections } = asked;
      const wanted = { mapping: [], corrections };
      reset(wanted);
      void readAnew(file, wanted, as);
    },
    choose: (chosen) => {
      const [first] = chosen;
      if (first === undefined) return;
      reset();
      setFiles(chosen);
      void during(`正在读“${first.name}”`, () => readIt(first, NOTHING_ASKED, kind));
    },
    ask: (wanted) => {
      setAsked(wanted);
      if (file !== undefined) void readAnew(file, wanted, kind);
    },
    saveMarked: () => {
      if (file === undefined) return;
      void during("正在标出问题", async () => {
        const marked = await send(markRoster, await inputOf(file, asked, kind), PLAN_TIMEOUT);
        saveBase64(marked.name, marked.file);
      });
    },
    answer: (input) => {
      if (draft === undefined) return;
      const { draft_id } = draft;
      void during("正在记下", async () => {
        const own = turn.current;
        const answered = await send(answerRosterDraft, { draft_id, ...input }, PLAN_TIMEOUT);
        if (own === turn.current) setDraft(answered);
      });
    },
    plan: (ends) => {
      if (draft !== undefined) void during("正在计划", () => planIt(draft, ends));
    },
    startOver: () => {
      reset();
      setFiles([]);
    },
  };
}
