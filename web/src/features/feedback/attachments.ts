import { useEffect, useRef, useState } from "react";
import type { StoredFile } from "#contract";
import { failureText } from "../../api/failures.ts";
import { uploadFile } from "../../session/upload.ts";
import { filesFault } from "./rules.ts";

/** A file that is being uploaded or was uploaded. */
export interface Attachment {
  id: number;
  name: string;
  size: number;
  /** The part that was sent, from 0 to 1. */
  part: number;
  stored?: StoredFile;
  fault?: string;
}

let last = 0;

/** Keeps the files attached to a message; each is uploaded as soon as it is chosen. */
export function useAttachments() {
  const [list, setList] = useState<readonly Attachment[]>([]);
  const [fault, setFault] = useState<string>();
  const stops = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const { current } = stops;
    return () => current.forEach((stop) => stop.abort());
  }, []);

  const change = (id: number, to: Partial<Attachment>) =>
    setList((now) => now.map((one) => (one.id === id ? { ...one, ...to } : one)));

  async function put(id: number, file: File) {
    const stop = new AbortController();
    stops.current.set(id, stop);
    try {
      const stored = await uploadFile(file, "feedback", {
        signal: stop.signal,
        onProgress: (part) => change(id, { part }),
      });
      change(id, { part: 1, stored });
    } catch (error) {
      if (!stop.signal.aborted) change(id, { fault: failureText(error) });
    }
    stops.current.delete(id);
  }

  function add(files: readonly File[]) {
    const wrong = filesFault(files, list.length);
    setFault(wrong);
    if (wrong !== undefined) return;
    const added = files.map((file) => {
      last += 1;
      return { id: last, name: file.name, size: file.size, part: 0 };
    });
    setList((now) => [...now, ...added]);
    added.forEach(({ id }, index) => {
      const file = files[index];
      if (file !== undefined) void put(id, file);
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
    keys: list.flatMap(({ stored }) => (stored === undefined ? [] : [stored.key])),
    underWay: list.some((one) => one.stored === undefined && one.fault === undefined),
    failed: list.some((one) => one.fault !== undefined),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
