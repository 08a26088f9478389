import {
  chinaMoment,
  type AnswerOf,
  BUNDLES,
  type Duty,
  RIGHT_NAMES,
  type HeldRights,
  type Holder,
  type NamedPlace,
  type readDuties,
} from "#contract";
import { dayText } from "../shell/words.ts";

type Right = HeldRights["rights"][number];

/** Returns a place's name: 三年级（2）班 · 启明小学. */
export function placeText({ name, school_name }: Pick<NamedPlace, "name" | "school_name">): string {
  return [name, school_name].filter((part) => part !== "").join(" · ");
}

export function rightsText(rights: readonly Right[]): string {
  return rights.map((right) => RIGHT_NAMES[right].name).join("、");
}

/** Returns the bundle's name, or the right's where it was given alone. */
export function heldTitle({ bundle, rights }: Pick<HeldRights, "bundle" | "rights">): string {
  return bundle ?? rightsText(rights);
}

/** Returns in words the source of a right, and since when and until when it holds. */
export function originOf({ source, since, until, given_by }: HeldRights): string {
  const from =
    source === "identity"
      ? "随身份自带"
      : source === "head-teacher"
        ? "因为是班主任"
        : given_by === null
          ? "由上级授予"
          : `${given_by.name}授予`;
  const start = since === null ? "" : `${dayText(since)}起`;
  const end = until === null ? "" : `到${dayText(until)}`;
  return [from, start, end].filter((part) => part !== "").join("，");
}

/** Returns the end of a day in China as the server's time; undefined for no day. */
export function endOfDay(day: string): string | undefined {
  return day === "" ? undefined : chinaMoment(day, "23:59:59").toISOString();
}

/** Returns whether a bundle can hold where somebody gives rights; grades and classes are only known once a school is chosen. */
export function mayBePlaced(
  kinds: readonly NamedPlace["kind"][],
  reached: readonly Pick<NamedPlace, "kind">[],
): boolean {
  return kinds.some(
    (wanted) =>
      wanted === "grade" || wanted === "class" || reached.some(({ kind }) => kind === wanted),
  );
}

/** Returns a key for a place, as the value of a choice. */
export function placeKey({
  kind,
  school_id,
  part_id,
}: Pick<NamedPlace, "kind" | "school_id" | "part_id">) {
  return [kind, school_id ?? "", part_id].join("/");
}

/** Returns rights that hold at the same places together, with the names of these. */
export function rightsByPlace(
  held: readonly { right: Right; places: readonly NamedPlace[] }[],
): { where: string; rights: Right[] }[] {
  const groups = new Map<string, Right[]>();
  for (const { right, places } of held) {
    const where = outermost(places).map(placeText).join("、");
    groups.set(where, [...(groups.get(where) ?? []), right]);
  }
  return [...groups].map(([where, rights]) => ({ where, rights }));
}

/** Leaves out places inside a school that is held as a whole, and duplicates. */
function outermost(places: readonly NamedPlace[]): NamedPlace[] {
  const whole = new Set(places.filter(({ part_id }) => part_id === "").map((one) => one.school_id));
  const found = new Map<string, NamedPlace>();
  for (const place of places) {
    if (place.part_id === "" || !whole.has(place.school_id)) found.set(placeKey(place), place);
  }
  return [...found.values()];
}

/** Sorts holders: first those with granted rights, last those who have them by their identity or class. */
export function holdersInOrder(holders: readonly Holder[]): Holder[] {
  const rank = ({ held }: Holder) => Math.min(...held.map(({ source }) => SOURCES.indexOf(source)));
  return [...holders].sort((one, other) => rank(one) - rank(other));
}

const SOURCES = ["grant", "identity", "head-teacher"];

/** Leaves out duplicates: a teacher of two subjects in a class heads it once. */
export function withoutTwins(held: readonly HeldRights[]): HeldRights[] {
  const found = new Map<string, HeldRights>();
  for (const one of held) {
    const key = [one.grant_id ?? one.source, heldTitle(one), placeKey(one.place)].join(" ");
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

type Conflict = AnswerOf<typeof readDuties>["conflicts"][number];

/** Returns duties in words: 系统管理员和审计管理员. */
function dutiesText(duties: readonly Duty[]): string {
  return duties.map((duty) => BUNDLES[duty].name).join("和");
}

/** Returns what is wrong with the rights of somebody who has those of two duties, as far as one's own places show it. */
export function conflictText({ duties }: Pick<Conflict, "duties">): string {
  return duties.length > 1
    ? `同时有${dutiesText(duties)}的权限，所以都不生效。`
    : `有${dutiesText(duties)}的权限，在别处还有另一种，所以都不生效。`;
}

/** Returns the same to the person. */
export function ownConflictText(duties: readonly Duty[]): string {
  return `您同时有${dutiesText(duties)}的权限。三员分立时一个人只能有一种，所以都不生效。请联系安全管理员收回其中一种。`;
}

/** Returns what to do about it. */
export function wayOut(
  { held, elsewhere }: Pick<Conflict, "held" | "elsewhere">,
  gives: boolean,
): string {
  if (!gives) return "请安全管理员收回其中一种，另一种随即生效。";
  if (!held.some(({ may_end }) => may_end)) {
    return "您在这里不能收回，请上一级的安全管理员处理。";
  }
  const ends = "收回其中一种，另一种随即生效";
  if (elsewhere) return `${ends}；不在您的范围里的，请上一级的安全管理员处理。`;
  return held.some(({ grant_id }) => grant_id === null)
    ? `${ends}；随身份自带的不能在这里收回，要停用这个身份请找运维人员。`
    : `${ends}。`;
}

/** Returns by which bundle or right somebody has a duty, and where; at a place that is shown already, without its name. */
export function holdingText(
  held: readonly Pick<HeldRights, "bundle" | "rights" | "place">[],
  isHere: boolean,
): string {
  const words = held.map((one) =>
    isHere ? heldTitle(one) : `${heldTitle(one)}（${placeText(one.place)}）`,
  );
  return [...new Set(words)].join("、");
}

/** Returns what it means that nobody has a duty at a place. */
export function vacancyText(
  duty: Duty,
  { isSchool, gives }: { isSchool: boolean; gives: boolean },
): string {
  if (isSchool) return `这里没有单独的${BUNDLES[duty].name}，由上一级的负责。`;
  if (duty === "security" && !gives) return "还没有人担任，请运维人员用命令指定。";
  return gives ? "还没有人担任，可以用“授权给…”指定一人。" : "还没有人担任，请安全管理员指定。";
}
