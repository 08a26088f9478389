import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { App, Theme } from "#contract";
import { classNames } from "../../ui/class-names.ts";
import { steppedIndex } from "../../ui/focusable.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { AppIcon } from "./app-icon.tsx";
import { openApp } from "./open-app.ts";
import { buildSearchIndex, searchApps, type Hit } from "./search.ts";
import css from "./search-box.module.css";

/** `/` goes to the search box from anywhere but another field. */
function useSlashKey(go: () => void) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        event.target instanceof Element &&
        event.target.closest("input,textarea,select,[role=dialog]")
      )
        return;
      event.preventDefault();
      go();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

function HitName({ hit: { app, from, to } }: { hit: Hit }) {
  return (
    <span className={css["name"]}>
      {app.name.slice(0, from)}
      <mark className={css["mark"]}>{app.name.slice(from, to)}</mark>
      {app.name.slice(to)}
    </span>
  );
}

/** Finds an app as one types, by name, pinyin or initials; arrow keys choose, Enter opens (AP-08). */
export function SearchBox({
  apps,
  theme,
  categoryNames,
}: {
  apps: readonly App[];
  theme: Theme;
  categoryNames: ReadonlyMap<string, string>;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const index = useMemo(() => buildSearchIndex(apps), [apps]);
  const hits = useMemo(() => searchApps(index, query), [index, query]);
  const shown = open && query.trim() !== "";
  useSlashKey(() => input.current?.focus());

  function choose(hit: Hit | undefined) {
    if (hit === undefined) return;
    setOpen(false);
    setQuery("");
    openApp(hit.app);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter that ends an input method's composition is not ours.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && shown) {
      event.preventDefault();
      choose(hits[active]);
    } else if (event.key === "Escape") {
      if (shown) setOpen(false);
      else setQuery("");
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (shown) setActive(steppedIndex(event.key, active, hits.length) ?? 0);
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
          aria-label="搜索应用"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown && hits.length > 0 ? `${id}-${active}` : undefined}
          placeholder="搜索应用"
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
          onFocus={() => setOpen(true)}
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
      <div className={css["panel"]} hidden={!shown}>
        <ul id={`${id}-list`} className={css["list"]} role="listbox" aria-label="找到的应用">
          {hits.map((hit, place) => (
            <li
              key={hit.app.id}
              id={`${id}-${place}`}
              className={classNames(css["hit"], place === active && css["active"])}
              role="option"
              aria-selected={place === active}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(place)}
              onClick={() => choose(hit)}
            >
              <AppIcon app={hit.app} theme={theme} size={32} />
              <HitName hit={hit} />
              <span className={css["category"]}>{categoryNames.get(hit.app.category_id)}</span>
            </li>
          ))}
        </ul>
        {hits.length === 0 ? (
          <p className={css["none"]}>
            没有找到“{query.trim()}”<small>换个名称、拼音或首字母试试</small>
          </p>
        ) : null}
      </div>
      <p className="visually-hidden" role="status">
        {shown ? (hits.length > 0 ? `找到 ${hits.length} 个应用` : "没有找到应用") : ""}
      </p>
    </div>
  );
}
