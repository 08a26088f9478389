import { STAGES, type MediaType } from "#contract";
import type { ContentToSave } from "../../server/src/content/content-faults.ts";
import { makeName } from "../generate/names.ts";
import { makeRandom, type Random } from "../generate/random.ts";
import { coverFile } from "./covers.ts";
import { itemAt, typesOf, type Item } from "./item.ts";
import { mediumOf } from "./medium.ts";
import { TOPICS, topicsOf } from "./topics/all.ts";
import { WORDING } from "./wording.ts";

const SEED = 20_261_120;
/** The folder that draws covers, beside the page (server/src/web/media.ts). */
const COVERS = "demo-media/covers/";
/** The last day of publication. */
const LAST_DAY = Date.parse("2026-11-15T00:00:00+08:00");
const DAYS = 800;
const DAY_MS = 86_400_000;
const ITEMS_OF_TOPIC = 3;

/** The owner of an item: everyone's library, the district, or a school that teaches the grade. */
export interface Owner {
  school_id: string;
  name: string;
  grades: readonly string[];
  weight: number;
}

/** The media types of an item, by its type; one of each inner list is drawn. */
const MEDIA_OF_TYPE: Readonly<Record<string, readonly (readonly MediaType[])[]>> = {
  lesson: [["video", "hls"], ["document"]],
  video: [["video", "video", "hls", "flv"]],
  courseware: [["document"]],
  plan: [["document"]],
  exercise: [["document"]],
  audio: [["audio"]],
  picture: [["image"]],
  animation: [["swf", "flv"]],
};

/** Makes the demo's lessons and resources: the same on every machine and day. */
export function makeLessons(owners: readonly Owner[]): ContentToSave[] {
  const random = makeRandom(SEED);
  return Object.entries(TOPICS).flatMap(([subject, grades]) =>
    Object.keys(grades).flatMap((grade) =>
      topicsOf(subject, grade).flatMap((_, index) =>
        pickTypes(random, subject).map((type) => {
          const item = itemAt(subject, grade, index, type);
          if (item === undefined) throw new Error(`No ${type} of ${subject}`);
          return makeItem(random, item, owners);
        }),
      ),
    ),
  );
}

function makeItem(random: Random, item: Item, owners: readonly Owner[]): ContentToSave {
  const { id, subject, grade, index, type, topic, about, title } = item;
  const wording = WORDING[type];
  if (wording === undefined) throw new Error(`No wording for ${type}`);
  const teaching = owners.filter(({ grades }) => grades.includes(grade));
  const owner = random.weighted(teaching.map((one) => [one, one.weight] as const));
  const isFemale = random.chance(70);
  const { family, given } = makeName(
    random,
    isFemale ? "female" : "male",
    random.integer(1972, 1999),
  );
  const age = random.integer(1, DAYS);
  const description = random.pick(wording.descriptions)(about);
  // once chose a cover: without it all that is drawn after it, and the ids of items, would be others
  random.integer(0, 2);
  const cover = `${COVERS}${coverFile(subject, grade, index)}`;
  return {
    id,
    school_id: owner.school_id,
    type_id: type,
    title,
    description,
    cover,
    stage_id: STAGES.find(({ grades }) => (grades as readonly string[]).includes(grade))?.id ?? "",
    grade_id: grade,
    subject_id: subject,
    author: family + given,
    source: owner.name,
    keywords: [topic],
    sections: wording.sections(about),
    media: (MEDIA_OF_TYPE[type] ?? []).map((kinds) =>
      mediumOf(item, random.pick(kinds), { cover, isOld: random.chance(50) }),
    ),
    state: "published",
    published_at: new Date(LAST_DAY - age * DAY_MS + random.integer(0, DAY_MS / 1000) * 1000),
    // a few are opened very often, most now and then
    views: Math.floor(random.integer(1, 40) ** 2 * (age / DAYS)) + random.integer(0, 30),
  };
}

function pickTypes(random: Random, subject: string): string[] {
  const left = typesOf(subject);
  return Array.from({ length: ITEMS_OF_TOPIC }, () => {
    const type = random.weighted(left);
    left.splice(
      left.findIndex(([one]) => one === type),
      1,
    );
    return type;
  });
}
