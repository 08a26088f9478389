import type { ManagedApp, ShelfState } from "#contract";
import type { Tone } from "../shell/state-badge.tsx";
import type { OwnRights } from "../shell/own-rights.tsx";

/** Returns the apps that a word, a category and a state leave; an empty one limits nothing. */
export function foundApps(
  apps: readonly ManagedApp[],
  { q, category, state }: { q: string; category: string; state: string },
): ManagedApp[] {
  const word = q.trim().toLowerCase();
  return apps.filter(
    ({ name, pinyin, filing_number, category_id, shelf_state }) =>
      (category === "" || category_id === category) &&
      (state === "" || shelf_state === state) &&
      [name, pinyin.replaceAll(" ", ""), initialsOf(pinyin), filing_number].some((text) =>
        text.toLowerCase().includes(word),
      ),
  );
}

function initialsOf(pinyin: string): string {
  return pinyin
    .split(" ")
    .map((syllable) => syllable.charAt(0))
    .join("");
}

/** Returns whether somebody makes apps: who manages those of a district or of the platform, be there any yet or not. */
export function mayMakeApps({ rights }: Pick<OwnRights, "rights">): boolean {
  const managed = rights.find(({ right }) => right === "app.manage")?.places ?? [];
  return managed.some(({ kind }) => kind === "district" || kind === "platform");
}

/** Says whose an app is that one may not change, and what one may do with it. */
export function ownerText({ district_id }: Pick<ManagedApp, "district_id">): string {
  const [whole, by] = district_id === null ? ["整个平台", "平台"] : ["学校所在的区域", "区域"];
  return `这个应用属于${whole}，由${by}管理员更改；您可以按学校开关它。`;
}

export function stateTone(state: ShelfState): Tone {
  return state === "shelf" ? "good" : state === "piloted" ? "warning" : "quiet";
}

/** Returns the app's owner, 平台 or 区域, and the number of schools that have switched it off. */
export function placesText({ district_id, off_school_ids }: ManagedApp): string {
  const of = district_id === null ? "平台" : "区域";
  return off_school_ids.length === 0 ? of : `${of}，${off_school_ids.length} 校已关闭`;
}
