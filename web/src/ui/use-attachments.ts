import { useEffect, useRef, useState } from "react";

/** A file that was uploaded. */
export interface Stored {
  key: string;
  name: string;
  size: number;
}

/** A file that is being uploaded or was uploaded. */
export interface Attachment<T extends Stored = Stored> {
  id: number;
  name: string;
  size: number;
  /** The part that was sent, from 0 to 1. */
  part: number;
  stored?: T;
  fault?: string;
}

interface Ways<T extends Stored> {
  /** Files that are attached from the beginning. */
  begin?: readonly T[];
  put: (
    file: File,
    options: { signal: AbortSignal; onProgress: (part: number) => void },
  ) => Promise<T>;
  /** Says why these files cannot all be added to those that are attached; undefined when they can. */
  faultOf: (files: readonly File[], list: readonly Attachment<T>[]) => string | undefined;
  explain: (error: unknown) => string;
}

let last = 0;

/** Keeps the files attached to what is being written; each is uploaded as soon as it is chosen. */
export function useAttachments<T extends Stored>({ begin = [], put, faultOf, explain }: Ways<T>) {
  const [list, setList] = useState<readonly Attachment<T>[]>(() =>
    begin.map((stored) => {
      last += 1;
      return { id: last, name: stored.name, size: stored.size, part: 1, stored };
    }),
  );
  const [fault, setFault] = useState<string>();
  const stops = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const { current } = stops;
    return () => current.forEach((stop) => stop.abort());
  }, []);

  const change = (id: number, to: Partial<Attachment<T>>) =>
    setList((now) => now.map((one) => (one.id === id ? { ...one, ...to } : one)));

  async function upload(id: number, file: File) {
    const stop = new AbortController();
    stops.current.set(id, stop);
    try {
      const stored = await put(file, {
        signal: stop.signal,
        onProgress: (part) => change(id, { part }),
      });
      change(id, { part: 1, size: stored.size, stored });
    } catch (error) {
      if (!stop.signal.aborted) change(id, { fault: explain(error) });
    }
    stops.current.delete(id);
  }

  function add(files: readonly File[]) {
    const wrong = faultOf(files, list);
    setFault(wrong);
    if (wrong !== undefined) return;
    const added = files.map((file) => {
      last += 1;
      return { id: last, name: file.name, size: file.size, part: 0 };
    });
    setList((now) => [...now, ...added]);
    added.forEach(({ id }, index) => {
      const file = files[index];
      if (file !== undefined) void upload(id, file);
    });
  }

  function remove(id: number) {
    stops.current.get(id)?.abort();
    setFault(undefined);
    setList((now) => now.filter((one) => one.id !== id));
  }

  return {
    list,
    fault,
    add,
    remove,
    clear: () => setList([]),
    files: list.flatMap(({ stored }) => (stored === undefined ? [] : [stored])),
    keys: list.flatMap(({ stored }) => (stored === undefined ? [] : [stored.key])),
    underWay: list.some((one) => one.stored === undefined && one.fault === undefined),
    failed: list.some((one) => one.fault !== undefined),
  };
}

export type Attachments<T extends Stored = Stored> = ReturnType<typeof useAttachments<T>>;
