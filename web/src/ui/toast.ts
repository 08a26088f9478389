/** The time in ms that a toast stays (ER-07). */
export const TOAST_MS = 3000;
/** The time in ms after which what was asked for is slow. */
export const SLOW_AFTER_MS = 600;
/** More would cover the page. */
const MAX_AT_ONCE = 3;

export type ToastTone = "plain" | "success" | "error";
export interface ToastLine {
  readonly key: number;
  readonly text: string;
  readonly tone: ToastTone;
}

let lines: readonly ToastLine[] = [];
let nextKey = 1;
const clocks = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function publish(next: readonly ToastLine[]): void {
  lines = next;
  for (const listener of listeners) listener();
}

function remove(key: number): void {
  clearTimeout(clocks.get(key));
  clocks.delete(key);
  publish(lines.filter((line) => line.key !== key));
}

/**
 * Shows one line of text for {@link TOAST_MS}; the same text again only starts its time anew. What was done stands in
 * the place of what was done before it.
 */
function show(text: string, tone: ToastTone = "plain"): void {
  const same = lines.find((line) => line.text === text && line.tone === tone);
  const key = same?.key ?? nextKey++;
  if (same === undefined) {
    const done = tone === "success" ? lines.find((line) => line.tone === tone) : undefined;
    const before = done ?? lines[lines.length - MAX_AT_ONCE];
    if (before !== undefined) remove(before.key);
    publish([...lines, { key, text, tone }]);
  }
  clearTimeout(clocks.get(key));
  clocks.set(
    key,
    setTimeout(() => remove(key), TOAST_MS),
  );
}

/** Says that what was pressed is on its way, from the moment when it is slow until it is there. Returns the work. */
function during<T>(work: Promise<T>, text = "正在打开…"): Promise<T> {
  const line: ToastLine = { key: nextKey++, text, tone: "plain" };
  const clock = setTimeout(() => publish([...lines, line]), SLOW_AFTER_MS);
  const end = () => {
    clearTimeout(clock);
    remove(line.key);
  };
  work.then(end, end);
  return work;
}

export const toast = {
  show,
  during,
  current: (): readonly ToastLine[] => lines,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
