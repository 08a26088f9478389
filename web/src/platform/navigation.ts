/** The address bar, in hash mode: `#/home/index` is the path `/home/index`. Links are `<a href="#/…">`. */
export function currentPath(): string {
  const path = window.location.hash.slice(1).split("?", 1)[0] ?? "";
  return path.startsWith("/") ? path : "/";
}

/** Goes to an in-app path; `replace` leaves no step in the history. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (!replace) {
    window.location.hash = to;
    return;
  }
  window.history.replaceState(window.history.state, "", `#${to}`);
  // replaceState tells nobody.
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

export function goBack(): void {
  window.history.back();
}

export function onPathChange(listen: () => void): () => void {
  window.addEventListener("hashchange", listen);
  return () => window.removeEventListener("hashchange", listen);
}

/** Starts the page afresh: the only way that makes every browser ask again for a script that failed to load. */
export function reloadPage(): void {
  window.location.reload();
}
