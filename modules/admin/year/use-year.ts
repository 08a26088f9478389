import { useCallback, useEffect, useRef, useState } from "react";
import { readYear, REFUSALS, saveYear, type YearView } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { codeOf } from "../../kit/refusal.ts";

export type Draft = Pick<YearView, "rules" | "classes" | "new_classes" | "pupils" | "times">;
/** Changes a draft; it is saved at once, and its outcome comes back. */
export type Edit = (change: (draft: Draft) => Draft) => void;

export interface Year {
  view: YearView | undefined;
  /** The failure to read the plan. */
  error: unknown;
  /** The draft as edited here, ahead of what is saved. */
  draft: Draft | undefined;
  edit: Edit;
  saving: boolean;
  /** The reason for which the last save came to nothing. */
  fault: string | undefined;
  /** True when somebody else has saved meanwhile, and what was edited here is laid over it. */
  isBehind: boolean;
  reload: () => void;
  /** Takes the answer of another call in the place of the view. */
  take: (view: YearView) => void;
  /** Returns the version that was saved last. */
  version: () => number;
  /** Waits until all that was edited is saved; false where a part of it is not, also of what was edited earlier. */
  settled: () => Promise<boolean>;
}

function draftOf({ rules, classes, new_classes, pupils, times }: YearView): Draft {
  return { rules, classes, new_classes, pupils, times };
}

const LAID = "另一位管理员刚刚改过这个计划，您改的已经合在里面。请看一看，再保存一次。";

/** Reads a school's plan and saves what is edited in it: one save at a time, the last draft last. */
export function useYear(school_id: string): Year {
  const { send, explain, signal } = useModule();
  const [view, setView] = useState<YearView>();
  const [draft, setDraft] = useState<Draft>();
  const [error, setError] = useState<unknown>();
  const [fault, setFault] = useState<string>();
  const [isBehind, setBehind] = useState(false);
  const [saving, setSaving] = useState(false);
  const [turn, setTurn] = useState(0);
  const latest = useRef<Draft>(undefined);
  const version = useRef(0);
  const edits = useRef(0);
  /** The changes that are not saved, the oldest first. */
  const pending = useRef<((draft: Draft) => Draft)[]>([]);
  /** True while the plan is to be read anew, whatever was edited. */
  const asked = useRef(false);
  const running = useRef<Promise<boolean>>(undefined);
  /** True once an edit could not be saved: what is shown is not what the server has. */
  const isUnsaved = useRef(false);

  const take = useCallback((next: YearView) => {
    version.current = next.plan?.version ?? 0;
    latest.current = draftOf(next);
    isUnsaved.current = false;
    pending.current = [];
    setView(next);
    setDraft(latest.current);
  }, []);

  useEffect(() => {
    let over = false;
    const begun = edits.current;
    send(readYear, { school_id }).then(
      (answer) => {
        // what was edited meanwhile is saved by itself, and its answer is newer
        if (over || (edits.current !== begun && !asked.current)) return;
        asked.current = false;
        take(answer);
        setError(undefined);
        setFault(undefined);
        setBehind(false);
      },
      (failure: unknown) => {
        if (!over && !signal.aborted) setError(failure);
      },
    );
    return () => {
      over = true;
    };
  }, [school_id, send, signal, take, turn]);

  const save = useCallback(async (): Promise<boolean> => {
    setSaving(true);
    try {
      for (;;) {
        const wanted = latest.current;
        if (wanted === undefined) return true;
        const input = { school_id, version: version.current, ...wanted };
        const sent = pending.current.length;
        const answer = await send(saveYear, input);
        pending.current.splice(0, sent);
        setFault(undefined);
        setBehind(false);
        if (latest.current === wanted) {
          take(answer);
          return true;
        }
        version.current = answer.plan?.version ?? 0;
      }
    } catch (failure) {
      isUnsaved.current = true;
      const isLaid = codeOf(failure) === REFUSALS.conflict.code && (await layOver());
      setFault(isLaid ? LAID : explain(failure));
      setBehind(isLaid);
      return false;
    } finally {
      running.current = undefined;
      setSaving(false);
    }
    /** Reads what somebody else has saved, and makes the changes that are not saved in it; false where it is open no more. */
    async function layOver(): Promise<boolean> {
      const theirs = await send(readYear, { school_id }).catch(() => undefined);
      if (theirs === undefined) return false;
      const changes = pending.current;
      take(theirs);
      if (theirs.plan?.is_open === false) return false;
      pending.current = changes;
      isUnsaved.current = true;
      latest.current = changes.reduce((draft, change) => change(draft), draftOf(theirs));
      setDraft(latest.current);
      return true;
    }
  }, [explain, school_id, send, take]);

  const edit = useCallback<Edit>(
    (change) => {
      if (latest.current === undefined) return;
      edits.current += 1;
      pending.current.push(change);
      latest.current = change(latest.current);
      setDraft(latest.current);
      if (running.current === undefined) running.current = save();
    },
    [save],
  );
  const settled = useCallback(() => running.current ?? Promise.resolve(!isUnsaved.current), []);
  const lastVersion = useCallback(() => version.current, []);
  const reload = useCallback(() => {
    asked.current = true;
    setTurn((now) => now + 1);
  }, []);
  return {
    view,
    error,
    draft,
    edit,
    saving,
    fault,
    isBehind,
    reload,
    take,
    settled,
    version: lastVersion,
  };
}
