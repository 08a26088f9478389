import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import type { App } from "#contract";
import { steppedIndex } from "../../ui/focusable.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { late } from "../../ui/late.tsx";
import { Icon } from "../../ui/icon.tsx";
import { openApp } from "./open-app.ts";
import css from "./search-box.module.css";
import type { Choices } from "./search-hits.tsx";

const loadHits = () => import("./search-hits.tsx");
const SearchHits = late(loadHits);
const WhyHidden = late(() => import("./why-hidden.tsx"));
const NONE: Choices = [];

/** Focuses the search box on `/`, unless another field has the focus. */
function useSlashKey(go: () => void) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest("input,textarea,[role=dialog]")) return;
      event.preventDefault();
      go();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** Finds an app as one types, by name, pinyin or initials, and offers the resources; arrow keys choose, Enter opens (AP-08). */
export function SearchBox({
  apps,
  categoryNames,
}: {
  apps: readonly App[];
  categoryNames: ReadonlyMap<string, string>;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [found, setFound] = useState(NONE);
  const [asked, setAsked] = useState("");
  const shown = open && query.trim() !== "";
  useSlashKey(() => input.current?.focus());

  function choose(at: number) {
    const run = found[at];
    if (run === undefined) return;
    setOpen(false);
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
      if (shown) setOpen(false);
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
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
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
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
            setOpen(true);
          }}
          onPointerEnter={() => void loadHits().catch(() => {})}
          onFocus={() => {
            setOpen(true);
            loadHits().catch(() => {});
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
      {shown ? (
        <SearchHits
          id={id}
          apps={apps}
          query={query}

          categoryNames={categoryNames}
          active={active}
          onFound={setFound}
          onActive={setActive}
          onChoose={choose}
          onWhy={setAsked}
          openApp={openApp}
        />
      ) : null}
      {asked === "" ? null : <WhyHidden name={asked} onClose={() => setAsked("")} />}
    </div>
  );
}
