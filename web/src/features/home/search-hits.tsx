import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { App, Right } from "#contract";
import { navigate } from "../../platform/navigation.ts";
import { personPath, placeOf, readRights } from "../../session/found-people.ts";
import { useSession } from "../../session/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { AppIcon } from "./app-icon.tsx";
import { buildSearchIndex, type Findable, searchApps, type Hit } from "./search.ts";
import css from "./search-hits.module.css";
import { tasksFor } from "./tasks.ts";
import { useFound } from "./use-found.ts";

/** The greatest number of tasks shown at once. */
const TASKS = 4;
/** The fewest characters of a name that is asked about. */
const ASKED_FROM = 2;
/** The path of the administration's tile. */
const ADMINISTRATION = "/module/admin";

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

/** Lists the results under the search box: apps and functions at once, people and resources a moment later. The focus stays in the field, which says by `active` where it is. */
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
  const appIndex = useMemo(() => buildSearchIndex(apps), [apps]);
  const taskIndex = useMemo(() => {
    const urls = apps.map(({ url }) => url);
    return buildSearchIndex(tasksFor({ identity, urls, rights }));
  }, [apps, identity, rights]);
  const typedHits = useMemo(() => searchApps(appIndex, query), [appIndex, query]);
  const typedTasks = useMemo(() => searchApps(taskIndex, query, TASKS), [taskIndex, query]);
  const word = query.trim();
  const isKnown = typedHits.length + typedTasks.length > 0;
  const form = useSimplified(word, !isKnown);
  const hits = useMemo(
    () => (isKnown || form === word ? typedHits : searchApps(appIndex, form)),
    [isKnown, form, word, typedHits, appIndex],
  );
  const taskHits = useMemo(
    () => (isKnown || form === word ? typedTasks : searchApps(taskIndex, form, TASKS)),
    [isKnown, form, word, typedTasks, taskIndex],
  );
  const { people, resources, isAsking, isUnknown } = useFound(word, rights.includes("people.read"));
  const named = hits.length + taskHits.length + people.length;
  const options = useMemo<Option[]>(
    () => [
      ...hits.map((hit) => ({
        key: hit.app.id,
        open: () => openApp(hit.app),
        content: (
          <>
            <AppIcon app={hit.app} size={32} />
            <HitName hit={hit} />
            <span className={css["category"]}>{categoryNames.get(hit.app.category_id)}</span>
          </>
        ),
      })),
      ...taskHits.map((hit) => ({
        key: `task ${hit.app.name}`,
        open: () => {
          if (typeof hit.app.opens === "string") navigate(hit.app.opens);
          else hit.app.opens();
        },
        content: (
          <>
            <span className={css["kind"]}>功能</span>
            <HitName hit={hit} />
            <span className={css["category"]}>{hit.app.where}</span>
          </>
        ),
      })),
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
      ...(named === 0 && !isUnknown && word.length >= ASKED_FROM
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
    ],
    [hits, taskHits, people, named, isUnknown, resources, word, categoryNames, onWhy, openApp],
  );
  useEffect(() => {
    onFound(options.map(({ open }) => open));
    // of another word, or of none, nothing is chosen
    return () => onFound([]);
  }, [options, onFound]);
  return (
    <div className={css["panel"]}>
      {named > 0 || resources.length > 0 ? null : (
        <p className={css["none"]}>
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
      <ul id={id} role="listbox" aria-label="找到的内容">
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
      <p className="visually-hidden" role="status">
        {(isAsking || isUnknown) && named === 0
          ? ""
          : foundText(hits.length, taskHits.length, people.length, resources.length)}
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

/** Returns the rights that let tasks and people of administration be found; none without its tile (AD-23). */
function useRights(apps: readonly App[]): readonly Right[] {
  const [rights, setRights] = useState(NO_RIGHTS);
  const administers = apps.some(({ url }) => url.endsWith(ADMINISTRATION));
  useEffect(() => {
    let over = false;
    if (administers) void readRights().then((found) => over || setRights(found));
    return () => {
      over = true;
    };
  }, [administers]);
  return administers ? rights : NO_RIGHTS;
}
const NO_RIGHTS: readonly Right[] = [];

/** Returns the word itself; as soon as it is known to have traditional characters, with the simplified ones in their place. */
function useSimplified(word: string, isWanted: boolean): string {
  const [form, setForm] = useState({ word: "", text: "" });
  useEffect(() => {
    let over = false;
    if (isWanted && /\p{Script=Han}/u.test(word)) {
      import("#contract/simplified").then(
        ({ simplified }) => over || setForm({ word, text: simplified(word) }),
        // without the characters' table the word stays as it was typed
        () => {},
      );
    }
    return () => {
      over = true;
    };
  }, [word, isWanted]);
  return form.word === word ? form.text : word;
}

/** Returns in-app paths of the search feature, as its own address table has them (RT-12, RT-13). */
function resultsPath(keyword: string): string {
  return `/search-result/index/${encodeURIComponent(keyword)}`;
}

function resourcePath(keyword: string, id: string): string {
  return `/search-result/description/${encodeURIComponent(keyword)}/${encodeURIComponent(id)}`;
}
