/**
 * The only user of Web Storage. Where the browser refuses it (blocked cookies, a full quota), values live as long as the
 * page: sign-in still works, but is lost on reload.
 */
export interface TextStore {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  wipe(): void;
  /** Returns all entries, of every person: for the debug page. */
  entries(): [key: string, value: string][];
}

/** Survives the browser and is shared by its tabs. */
export const localStore: TextStore = /* @__PURE__ */ openStore(() => window.localStorage);
/** Lives as long as the tab. */
export const tabStore: TextStore = /* @__PURE__ */ openStore(() => window.sessionStorage);

/** Reads a value, for the boot script, which must stay small. */
export function peekLocal(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The value kept under `key`, or null when there is none or it is not JSON. */
export function readJson(store: TextStore, key: string): unknown {
  return parseJson(store.read(key));
}

/** The value of a JSON text; null when there is none or it is faulty. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

export function writeJson(store: TextStore, key: string, value: unknown): void {
  store.write(key, JSON.stringify(value));
}

/**
 * Notifies of changes that other tabs make to the local store; `key` is null when one cleared it. Returns a function
 * that stops it.
 */
export function onOtherTab(listen: (key: string | null) => void): () => void {
  const receive = (event: StorageEvent) => listen(event.key);
  window.addEventListener("storage", receive);
  return () => window.removeEventListener("storage", receive);
}

/** Notifies when the browser brings the page back from its back-forward cache, where it missed all events. */
export function onReturn(listen: () => void): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) listen();
  });
}

function openStore(open: () => Storage): TextStore {
  const spare = new Map<string, string>();
  return {
    read(key) {
      // an older value may have stayed where there was no room for this one
      const own = spare.get(key);
      if (own !== undefined) return own;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        open().setItem(key, value);
        spare.delete(key);
      } catch {
        spare.set(key, value);
      }
    },
    remove(key) {
      spare.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Storage that cannot be reached holds nothing of ours.
      }
    },
    wipe() {
      spare.clear();
      try {
        open().clear();
      } catch {
        // As above.
      }
    },
    entries() {
      try {
        return [...Object.entries(open()), ...spare];
      } catch {
        return [...spare];
      }
    },
  };
}
