/** The query behind the path in the address bar, in hash mode: `#/search-result/index?page=2`. */
export function currentQuery(): string {
  const { hash } = window.location;
  const at = hash.indexOf("?");
  return at < 0 ? "" : hash.slice(at + 1);
}

/** Notifies after the path's listeners, so that a listener of both never sees a new query with an old path. */
export function onQueryChange(listen: () => void): () => void {
  const notify = () => setTimeout(listen);
  window.addEventListener("hashchange", notify);
  return () => window.removeEventListener("hashchange", notify);
}
