import { chinaDay, chinaTime, type App, type Opens, type TodayCard } from "#contract";
import { type AppItem, readItems } from "../app-data/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { card, type CardContext, page, type Source, noteOf, spanOf } from "./cards.ts";
import { dayWords, dueWords } from "../platform/due-words.ts";

/** Cards of homework and to-dos in one band. */
const MAX_TASKS = 3;

type SeenApp = Pick<App, "id" | "name">;

/** An item of an app that the person sees now, and the place that a press on it leads to. */
interface Shown {
  item: AppItem;
  app: SeenApp;
  opens: Opens;
}

/** Makes the cards of what apps have sent: the next lesson first, then what is to be done, then all else (IN-06). */
export const appCards: Source = async (context) => {
  const shown = await readShown(context);
  const { now } = context;
  const isLesson = ({ item }: Shown) => item.body.card === "lesson";
  const isTask = ({ item }: Shown) => item.kind === "todo" || item.body.card === "homework";
  const lessons = shown
    .filter((one) => isLesson(one))
    .toSorted((a, b) => startOf(a.item) - startOf(b.item));
  const tasks = shown.filter((one) => isTask(one));
  const others = shown.filter((one) => !isLesson(one) && !isTask(one));
  return [
    ...lessons.slice(0, 1).map((one) => lessonCard(one, now)),
    ...tasks.slice(0, MAX_TASKS).map((one, nth) => {
      const left = nth === MAX_TASKS - 1 ? tasks.length - MAX_TASKS : 0;
      return taskCard(one, now, left);
    }),
    ...others.map((one) => otherCard(one)),
  ];
};

/** Reads the items of the person's home, and of a parent those of the child's as well. */
async function readShown({ app, caller, now, child }: CardContext): Promise<Shown[]> {
  const { user_id, identity, school } = caller;
  const own = await readItems(app.db, { user_id, identity, school_id: school.id }, now);
  const seen = own.length === 0 ? [] : (await app.catalogue.contentsFor(caller)).apps;
  const shown = join(own, seen, ({ app_id, kind, key, body }) => ({
    to: "",
    app_id,
    item: body.link === undefined ? null : `${kind}:${key}`,
  }));
  if (child === undefined || child.school === null) return shown;
  const home = { user_id: child.id, identity: "student", school_id: child.school.id } as const;
  const items = await acrossSchools("family", () => readItems(app.db, home, now));
  if (items.length === 0) return shown;
  const looking = {
    user_id: child.id,
    identity: "student",
    roles: ["student"],
    school: child.school,
    client: "web",
    held: [],
  } as const;
  const { apps } = await acrossSchools("family", () => app.catalogue.contentsFor(looking));
  // a parent opens nothing in the child's name
  const opens = page(`/module/profile/family/${encodeURIComponent(child.id)}/apps`);
  return [...join(items, apps, () => opens), ...shown];
}

function join(
  items: readonly AppItem[],
  seen: readonly SeenApp[],
  opensOf: (item: AppItem) => Opens,
): Shown[] {
  const byId = new Map(seen.map((app) => [app.id, app]));
  return items.flatMap((item) => {
    const app = byId.get(item.app_id);
    return app === undefined ? [] : [{ item, app, opens: opensOf(item) }];
  });
}

function startOf({ body }: AppItem): number {
  return Date.parse(body.starts ?? "");
}

function lessonCard({ item, app, opens }: Shown, now: Date): TodayCard {
  const { title = "", note, starts = "", ends } = item.body;
  const start = new Date(starts);
  const begins = chinaTime(start);
  const time = ends === undefined ? begins : spanOf(begins, chinaTime(ends));
  const day = dayWords(chinaDay(start), chinaDay(now));
  return card({
    ...keyed(item, opens),
    kind: "lesson",
    label: start <= now ? "正在上课" : "下一节课",
    title,
    note: noteOf(`${day} ${time}`, note ?? app.name),
  });
}

function taskCard({ item, app, opens }: Shown, now: Date, left: number): TodayCard {
  const { title = "", card: kind } = item.body;
  const due = item.due_at === null ? "" : dueWords(item.due_at, now);
  const more = left > 0 ? `还有 ${left} 件` : "";
  return card({
    ...keyed(item, opens),
    kind: kind === "homework" ? "homework" : "todo",
    label: kind === "homework" ? "作业" : "待办",
    title,
    note: noteOf(due, app.name, more),
  });
}

function otherCard({ item, app, opens }: Shown): TodayCard {
  const { title = "", note = app.name, value, unit = "", lines = [], card: kind } = item.body;
  const given = { ...keyed(item, opens), note };
  if (kind === "medal") return card({ ...given, kind, label: "奖章", title });
  if (kind === "figure") return card({ ...given, kind, label: title, title: `${value} ${unit}` });
  const listed = lines.map((line) => ({ text: line.text, note: line.note ?? "" }));
  return card({ ...given, kind: "list", label: title, title: "", note: "", lines: listed });
}

function keyed({ app_id, kind, key }: AppItem, opens: Opens) {
  return { key: `${app_id}/${kind}/${key}`, opens };
}
