import { useEffect, useRef, useState } from "react";

/** A file that was uploaded. */
export interface Stored {
  key: string;
  name: string;
  size: number;
}

/** A file that is being uploaded or was uploaded. */
export interface Attachment<T extends Stored = Stored> extends Begun<T> {
  id: number;
  /** The part that was sent, from 0 to 1. */
  part: number;
  fault?: string;
}

/** A file that is attached from the beginning. One that was not stored was cut off when the form went. */
export interface Begun<T extends Stored> {
  name: string;
  size: number;
  stored?: T;
  /** The file itself, by which it is sent again; not after a reload. */
  file?: File;
}

interface Ways<T extends Stored> {
  begin?: readonly Begun<T>[];
  put: (
    file: File,
    options: { signal: AbortSignal; onProgress: (part: number) => void },
  ) => Promise<T>;
  /** Says why these files cannot all be added to those that are attached; undefined when they can. */
  faultOf: (files: readonly File[], list: readonly Attachment<T>[]) => string | undefined;
  explain: (error: unknown) => string;
}

let last = 0;

/** Returns a file that is attached from the beginning, as a row. */
function rowOf<T extends Stored>({ name, size, stored, file }: Begun<T>): Attachment<T> {
  last += 1;
  const row = { id: last, name, size, ...(file && { file }) };
  if (stored !== undefined) return { ...row, part: 1, stored };
  return { ...row, part: 0, fault: file ? "没有传完" : "没有传完，请移除后重新添加" };
}

/** Keeps the files attached to what is being written; each is uploaded as soon as it is chosen. */
export function useAttachments<T extends Stored = Stored>({
  begin = [],
  put,
  faultOf,
  explain,
}: Ways<T>) {
  const [list, setList] = useState<readonly Attachment<T>[]>(() => begin.map(rowOf));
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
      return { id: last, name: file.name, size: file.size, part: 0, file };
    });
    setList((now) => [...now, ...added]);
    for (const { id, file } of added) void upload(id, file);
  }

  /** Sends a file that did not arrive once more. */
  function again({ id, file }: Attachment<T>) {
    if (file === undefined) return;
    setList((now) => now.map((one) => (one.id === id ? withoutFault(one) : one)));
    void upload(id, file);
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
    again,
    remove,
    clear: () => {
      stops.current.forEach((stop) => stop.abort());
      setList([]);
    },
    files: list.flatMap(({ stored }) => (stored === undefined ? [] : [stored])),
    keys: list.flatMap(({ stored }) => (stored === undefined ? [] : [stored.key])),
    underWay: list.some((one) => one.stored === undefined && one.fault === undefined),
    failed: list.some((one) => one.fault !== undefined),
  };
}

function withoutFault<T extends Stored>({ fault: _fault, ...one }: Attachment<T>): Attachment<T> {
  return { ...one, part: 0 };
}

export type Attachments<T extends Stored = Stored> = ReturnType<typeof useAttachments<T>>;
