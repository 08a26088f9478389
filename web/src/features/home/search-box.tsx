import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { steppedIndex } from "../../ui/focusable.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { useSession } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { openApp } from "./open-app.ts";
import css from "./search-box.module.css";
import type { Choices } from "./search-hits.tsx";

const loadHits = () => import("./search-panel.tsx");
const SearchPanel = lazy(loadHits, null, true);
const WhyHidden = lazy(async () => ({ default: (await loadHits()).WhyHidden }));
const NONE: Choices = [];
const prepare = () => void loadHits().catch(() => {});

/** Focuses the search box on `/`, unless another field has the focus. */
function useSlashKey(go: () => void) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey) return;
      // a module's field is told as the module
      const [target] = event.composedPath();
      if (target instanceof Element && target.closest("input,textarea,[role=dialog]")) return;
      event.preventDefault();
      go();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/**
 * Finds an app as one types, by name, pinyin or initials, and offers the resources; arrow keys choose, Enter opens (AP-08).
 * As a sheet it covers the page of a phone until something was chosen.
 */
export function SearchBox({
  isSheet,
  onSheet,
}: {
  isSheet: boolean;
  onSheet: (isSheet: boolean) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [found, setFound] = useState(NONE);
  const [asked, setAsked] = useState("");
  const identity = useSession((state) => state.identity);
  const shown = isSheet || (open && query.trim() !== "");
  // Enter that was pressed before anything was found
  const enters = useRef(false);
  useSlashKey(() => input.current?.focus());
  useEffect(() => {
    // typed before the script came; drawn again without it, it would be gone
    const typed = input.current?.value;
    if (typed && query === "") write(typed);
    else if (enters.current) choose(active);
  });

  function write(text: string) {
    enters.current = false;
    setQuery(text);
    setActive(0);
    setOpen(true);
  }

  function leave() {
    enters.current = false;
    setOpen(false);
    onSheet(false);
  }

  function choose(at: number) {
    const run = found[at];
    enters.current = run === undefined;
    if (run === undefined) return;
    leave();
    setQuery("");
    run();
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter that ends an input method's composition is not ours.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && shown) {
      event.preventDefault();
      choose(active);
    } else if (event.key === "Escape") {
      if (shown) leave();
      else setQuery("");
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (shown) setActive(steppedIndex(event.key, active, found.length) ?? 0);
      else setOpen(true);
    }
  }

  return (
    <div
      className={css["search"]}
      role="search"
      onBlur={(event) => {
        const { currentTarget, relatedTarget, target } = event;
        // a press on the sheet itself only puts the keyboard away; a bar that became narrow takes its field away, until it is a sheet
        if (relatedTarget === null && (isSheet || target.getClientRects().length === 0)) return;
        if (!currentTarget.contains(relatedTarget)) leave();
      }}
    >
      <div className={css["box"]}>
        <Icon name="search" />
        <input
          ref={input}
          className={css["input"]}
          type="text"
          inputMode="search"
          role="combobox"
          aria-label="搜索应用和资源"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? id : undefined}
          aria-activedescendant={shown && found.length > 0 ? `${id}-${active}` : undefined}
          placeholder="搜索应用和资源"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={(event) => write(event.target.value)}
          onPointerEnter={prepare}
          onFocus={() => {
            setOpen(true);
            prepare();
          }}
          onKeyDown={onKeyDown}
        />
        {query === "" ? (
          <kbd className={css["key"]} aria-hidden="true">
            /
          </kbd>
        ) : (
          <IconButton
            icon="close"
            label="清除"
            onClick={() => {
              setQuery("");
              input.current?.focus();
            }}
          />
        )}
      </div>
      {shown && identity !== null ? (
        <SearchPanel
          id={id}
          identity={identity}
          query={query}
          active={active}
          onFound={setFound}
          onActive={setActive}
          onChoose={choose}
          onWhy={setAsked}
          openApp={openApp}
          isSheet={isSheet}
          onSheet={onSheet}
          onLeave={leave}
        />
      ) : null}
      {asked === "" ? null : <WhyHidden name={asked} onClose={() => setAsked("")} />}
    </div>
  );
}
