import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from "react";
import type { App } from "#contract";
import { navigate } from "../../platform/navigation.ts";
import { personPath, placeOf } from "../../session/found-people.ts";
import { useSession } from "../../session/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { AppIcon } from "./app-icon.tsx";
import { buildSearchIndex, type Findable, searchApps, type Hit } from "./search.ts";
import css from "./search-hits.module.css";
import { type Task, tasksFor } from "./tasks.ts";
import { NO_RIGHTS, useFound, useRights, useSimplified } from "./use-found.ts";

/** The greatest number of tasks shown at once; those of administration beside a home's own get two places at least. */
const TASKS = 4;
const ADMIN_TASKS = 2;
/** The fewest characters of a name that is asked about. */
const ASKED_FROM = 2;
const NOBODY = { hits: [], tasks: [], people: [], resources: [] };

function HitName({ hit: { app, from, to } }: { hit: Hit<Findable> }) {
  return (
    <span className={css["name"]}>
      {app.name.slice(0, from)}
      <mark className={css["mark"]}>{app.name.slice(from, to)}</mark>
      {app.name.slice(to)}
    </span>
  );
}

/** The action of Enter for each place in the list. */
export type Choices = readonly (() => void)[];

interface Option {
  key: string;
  content: ReactNode;
  open: () => void;
}

function taskOption(hit: Hit<Task>): Option {
  const { name, opens, where } = hit.app;
  return {
    key: `task ${name}`,
    open: () => {
      if (typeof opens === "string") navigate(opens);
      else opens();
    },
    content: (
      <>
        <span className={css["kind"]}>功能</span>
        <HitName hit={hit} />
        <span className={css["category"]}>{where}</span>
      </>
    ),
  };
}

/** Lists the results under the search box: what is known at once, the way to all resources, and below it what is found a moment later. The focus stays in the field, which says by `active` where it is. */
export default function SearchHits({
  id,
  apps,
  query,
  categoryNames,
  active,
  onFound,
  onActive,
  onChoose,
  onWhy,
  openApp,
}: {
  /** The list's id; its options are `{id}-{place}`. */
  id: string;
  apps: readonly App[];
  query: string;
  categoryNames: ReadonlyMap<string, string>;
  active: number;
  /** Gives the field the actions that arrow keys and Enter work on. */
  onFound: (choices: Choices) => void;
  onActive: (place: number) => void;
  onChoose: (place: number) => void;
  /** Asks why an app of this name is not there. */
  onWhy: (name: string) => void;
  openApp: (app: App) => void;
}) {
  const identity = useSession((state) => state.identity);
  const rights = useRights(apps);
  const word = query.trim();
  const appIndex = useMemo(() => buildSearchIndex(apps), [apps]);
  const [ownTasks, adminTasks] = useMemo(() => {
    const urls = apps.map(({ url }) => url);
    const own = tasksFor({ identity, urls, rights: NO_RIGHTS });
    const all = tasksFor({ identity, urls, rights: rights ?? NO_RIGHTS });
    const names = new Set(own.map(({ name }) => name));
    return [buildSearchIndex(own), buildSearchIndex(all.filter(({ name }) => !names.has(name)))];
  }, [apps, identity, rights]);
  const typed = useMemo(() => searchApps(appIndex, query), [appIndex, query]);
  const typedTasks = useMemo(() => searchApps(ownTasks, query, TASKS), [ownTasks, query]);
  const typedAdminTasks = useMemo(() => {
    const most = Math.max(ADMIN_TASKS, TASKS - typedTasks.length);
    return searchApps(adminTasks, query, most);
  }, [adminTasks, query, typedTasks]);
  // a word for which they came later keeps them below, so that nothing moves
  const [lateFor, setLateFor] = useState<string>();
  if (rights === undefined && lateFor !== word) setLateFor(word);
  const isLate = lateFor === word;
  const isTyped = typed.length + typedTasks.length + typedAdminTasks.length > 0;
  // of rights that are not known yet nothing can be said
  const form = useSimplified(word, !isTyped && rights !== undefined);
  const simplified = useMemo(
    () =>
      isTyped || form === undefined || form === word
        ? NOBODY
        : {
            hits: searchApps(appIndex, form),
            tasks: [...searchApps(ownTasks, form, TASKS), ...searchApps(adminTasks, form, TASKS)],
          },
    [isTyped, form, word, appIndex, ownTasks, adminTasks],
  );
  const found = useFound(word, rights?.includes("people.read"));
  const { isUnknown } = found;
  const isAsking = found.isAsking || form === undefined;
  const { people, resources } = isAsking ? NOBODY : found;
  const hits = [...typed, ...simplified.hits].length;
  const taskHits = [...typedTasks, ...typedAdminTasks, ...simplified.tasks].length;
  const named = hits + taskHits + people.length;
  const options = useMemo<Option[]>(() => {
    const appOption = (hit: Hit<App>): Option => ({
      key: hit.app.id,
      open: () => openApp(hit.app),
      content: (
        <>
          <AppIcon app={hit.app} size={32} />
          <HitName hit={hit} />
          <span className={css["category"]}>{categoryNames.get(hit.app.category_id)}</span>
        </>
      ),
    });
    return [
      ...typed.map(appOption),
      ...[...typedTasks, ...(isLate ? [] : typedAdminTasks)].map(taskOption),
      // what comes later stands below it, so that nothing moves it
      {
        key: "resources",
        open: () => navigate(resultsPath(word)),
        content: (
          <>
            <span className={css["kind"]}>
              <Icon name="search" size={18} />
            </span>
            <span className={css["name"]}>搜索资源“{word}”</span>
          </>
        ),
      },
      ...(isLate ? typedAdminTasks.map(taskOption) : []),
      ...simplified.hits.map(appOption),
      ...simplified.tasks.map(taskOption),
      ...people.map((person) => ({
        key: `person ${person.id}`,
        open: () => navigate(personPath(person)),
        content: (
          <>
            <Avatar name={person.name} src={person.avatar} size={32} />
            <span className={css["name"]}>{person.name}</span>
            <span className={css["category"]}>{placeOf(person)}</span>
          </>
        ),
      })),
      ...resources.map((item) => ({
        key: `resource ${item.id}`,
        open: () => navigate(resourcePath(word, item.id)),
        content: (
          <>
            <span className={css["kind"]}>{item.type_name.slice(-2)}</span>
            <span className={css["name"]}>{item.title}</span>
            <span className={css["category"]}>{item.grade_name || item.subject_name}</span>
          </>
        ),
      })),
      ...(named === 0 && !isAsking && !isUnknown && word.length >= ASKED_FROM
        ? [
            {
              key: "why",
              open: () => onWhy(word),
              content: (
                <>
                  <span className={css["kind"]}>？</span>
                  <span className={css["name"]}>为什么看不到这个应用？</span>
                </>
              ),
            },
          ]
        : []),
    ];
  }, [
    typed,
    typedTasks,
    typedAdminTasks,
    isLate,
    simplified,
    people,
    resources,
    named,
    isAsking,
    isUnknown,
    word,
    categoryNames,
    onWhy,
    openApp,
  ]);
  // Enter opens what was found; the way to all resources where nothing was
  const above = typed.length + typedTasks.length + (isLate ? 0 : typedAdminTasks.length);
  const isFirstBelow = above === 0 && named + resources.length > 0;
  useLayoutEffect(() => {
    if (isFirstBelow) onActive(1);
  }, [isFirstBelow, word, onActive]);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  // at once, as the next key may be waiting already
  useLayoutEffect(() => {
    onFound(options.map(({ open }) => open));
    // of another word, or of none, nothing is chosen
    return () => onFound([]);
  }, [options, onFound]);
  return (
    <div className={css["panel"]}>
      <ul id={id} className={css["list"]} role="listbox" aria-label="找到的内容">
        {options.map(({ key, content }, place) => (
          <li
            key={key}
            id={`${id}-${place}`}
            className={classNames(css["hit"], place === active && css["active"])}
            role="option"
            aria-selected={place === active}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => onActive(place)}
            onClick={() => onChoose(place)}
          >
            {content}
          </li>
        ))}
      </ul>
      {named > 0 || resources.length > 0 ? null : (
        <p className={css["none"]} key={String(isAsking)}>
          {isAsking ? (
            "正在查找…"
          ) : isUnknown ? (
            "没能查找，请稍后再试"
          ) : (
            <>
              没有找到“{word}”<small>换个名称、拼音或首字母试试</small>
            </>
          )}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {(isAsking || isUnknown) && named === 0
          ? ""
          : foundText(hits, taskHits, people.length, resources.length)}
      </p>
    </div>
  );
}

function foundText(apps: number, tasks: number, people: number, resources: number): string {
  const parts = [
    apps > 0 ? `${apps} 个应用` : "",
    tasks > 0 ? `${tasks} 项功能` : "",
    people > 0 ? `${people} 人` : "",
    resources > 0 ? `${resources} 个资源` : "",
  ];
  const found = parts.filter(Boolean).join("，");
  return found === "" ? "没有找到" : `找到 ${found}`;
}

/** Returns in-app paths of the search feature, as its own address table has them (RT-12, RT-13). */
function resultsPath(keyword: string): string {
  return `/search-result/index/${encodeURIComponent(keyword)}`;
}

function resourcePath(keyword: string, id: string): string {
  return `/search-result/description/${encodeURIComponent(keyword)}/${encodeURIComponent(id)}`;
}
