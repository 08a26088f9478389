import { useEffect, useMemo, useState, type ReactNode } from "react";
import { type App, type SearchItem, MAX_KEYWORD_LENGTH, searchContent } from "#contract";
import { navigate } from "../../platform/navigation.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { AppIcon } from "./app-icon.tsx";
import { type AdminTask, readTasks } from "./admin-tasks.ts";
import { buildSearchIndex, type Findable, searchApps, type Hit } from "./search.ts";
import css from "./search-hits.module.css";
import { send } from "../../api/client.ts";

const SUGGESTIONS = 3;
const TASKS = 3;
/** The path of the administration's tile. */
const ADMINISTRATION = "/module/admin";
const QUIET = { quietGeneral: true, quietError: true } as const;

/** Returns the few resources that match a word best. */
async function suggestResources(
  keyword: string,
  signal: AbortSignal,
): Promise<readonly SearchItem[]> {
  const input = { keyword: keyword.slice(0, MAX_KEYWORD_LENGTH), page_size: SUGGESTIONS };
  return (await send(searchContent, input, { ...QUIET, signal })).items;
}

/** The pause in typing, in ms, after which resources are asked for. */
const REST_MS = 300;
/** The least number of characters for which resources are asked for. */
const ASKED_FROM = 2;
const NO_ITEMS: readonly SearchItem[] = [];

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

/** Lists the results under the search box: apps at once, resources a moment later. The focus stays in the field, which says by `active` where it is. */
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
  const index = useMemo(() => buildSearchIndex(apps), [apps]);
  const hits = useMemo(() => searchApps(index, query), [index, query]);
  const tasks = useTasks(apps);
  const taskHits = useMemo(() => searchApps(buildSearchIndex(tasks), query, TASKS), [tasks, query]);
  const word = query.trim();
  const resources = useResources(word);
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
        open: () => navigate(hit.app.path),
        content: (
          <>
            <span className={css["kind"]}>管理</span>
            <HitName hit={hit} />
            <span className={css["category"]}>学校管理</span>
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
      ...(hits.length + taskHits.length === 0 && word.length >= ASKED_FROM
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
    [hits, taskHits, resources, word, categoryNames, onWhy, openApp],
  );
  useEffect(() => onFound(options.map(({ open }) => open)), [options, onFound]);
  return (
    <div className={css["panel"]}>
      {hits.length + taskHits.length === 0 ? (
        <p className={css["none"]}>
          没有找到应用“{word}”<small>换个名称、拼音或首字母试试，或者搜索资源</small>
        </p>
      ) : null}
      <ul id={id} role="listbox" aria-label="找到的应用和资源">
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
        {foundText(hits.length, taskHits.length)}
      </p>
    </div>
  );
}

function foundText(apps: number, tasks: number): string {
  const parts = [apps > 0 ? `${apps} 个应用` : "", tasks > 0 ? `${tasks} 项管理工作` : ""];
  const found = parts.filter(Boolean).join("，");
  return found === "" ? "没有找到应用" : `找到 ${found}`;
}

const NO_TASKS: readonly AdminTask[] = [];

/** Returns the tasks of administration that the person may do; none without the administration's tile (AD-23). */
function useTasks(apps: readonly App[]): readonly AdminTask[] {
  const [tasks, setTasks] = useState(NO_TASKS);
  const administers = apps.some(({ url }) => url.endsWith(ADMINISTRATION));
  useEffect(() => {
    let over = false;
    if (administers) void readTasks().then((found) => over || setTasks(found));
    return () => {
      over = true;
    };
  }, [administers]);
  return administers ? tasks : NO_TASKS;
}

/** Returns a few resources for the word, after a pause in typing; never those of another word. */
function useResources(word: string): readonly SearchItem[] {
  const [found, setFound] = useState({ word: "", items: NO_ITEMS });
  useEffect(() => {
    const stop = new AbortController();
    const clock = setTimeout(() => {
      suggestResources(word, stop.signal).then(
        (items) => setFound({ word, items }),
        // apps are there, and the way to all results says more
        () => {},
      );
    }, REST_MS);
    return () => {
      clearTimeout(clock);
      stop.abort();
    };
  }, [word]);
  return found.word === word ? found.items : NO_ITEMS;
}

/** Returns in-app paths of the search feature, as its own address table has them (RT-12, RT-13). */
function resultsPath(keyword: string): string {
  return `/search-result/index/${encodeURIComponent(keyword)}`;
}

function resourcePath(keyword: string, id: string): string {
  return `/search-result/description/${encodeURIComponent(keyword)}/${encodeURIComponent(id)}`;
}
