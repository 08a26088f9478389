import { GRADE_NAMES, STAGES, type Media, type MediaType } from "#contract";
import type { ContentToSave } from "../../server/src/content/content-faults.ts";
import { tagName } from "../../server/src/content/curriculum.ts";
import { makeName } from "../generate/names.ts";
import { makeRandom, type Random } from "../generate/random.ts";
import { coverFile } from "./covers.ts";
import type { SampleMedia } from "./sample-media.ts";
import { TOPICS, topicsOf } from "./topics/all.ts";
import { WORDING, type About } from "./wording.ts";

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

/** The weight of each type; `FURTHER_TYPES` adds to it by subject. */
const TYPES: readonly (readonly [string, number])[] = [
  ["lesson", 24],
  ["video", 22],
  ["courseware", 18],
  ["plan", 14],
  ["exercise", 14],
];
const FURTHER_TYPES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  chinese: [["audio", 22]],
  english: [["audio", 26]],
  music: [["audio", 40]],
  art: [["picture", 34]],
  geography: [
    ["picture", 18],
    ["animation", 12],
  ],
  history: [["picture", 18]],
  biology: [
    ["picture", 12],
    ["animation", 14],
  ],
  science: [
    ["picture", 10],
    ["animation", 20],
  ],
  physics: [["animation", 22]],
  chemistry: [["animation", 18]],
  mathematics: [["animation", 14]],
};

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
export function makeLessons(owners: readonly Owner[], samples: SampleMedia): ContentToSave[] {
  const random = makeRandom(SEED);
  return Object.entries(TOPICS).flatMap(([subject, grades]) =>
    Object.keys(grades).flatMap((grade) =>
      topicsOf(subject, grade).flatMap((topic, index) => {
        const types = pickTypes(random, subject);
        return types.map((type) =>
          makeItem(random, { subject, grade, topic, index, type }, owners, samples),
        );
      }),
    ),
  );
}

interface Place {
  subject: string;
  grade: string;
  topic: string;
  index: number;
  type: string;
}

function makeItem(
  random: Random,
  { subject, grade, topic, index, type }: Place,
  owners: readonly Owner[],
  samples: SampleMedia,
): ContentToSave {
  const wording = WORDING[type];
  if (wording === undefined) throw new Error(`No wording for ${type}`);
  const about: About = {
    topic: subject === "chinese" ? `《${topic}》` : topic,
    quoted: subject === "chinese" ? `《${topic}》` : quoted(topic),
    subject: tagName("subjects", subject) ?? "",
    grade: GRADE_NAMES[grade] ?? "",
  };
  const teaching = owners.filter(({ grades }) => grades.includes(grade));
  const owner = random.weighted(teaching.map((one) => [one, one.weight] as const));
  const isFemale = random.chance(70);
  const { family, given } = makeName(
    random,
    isFemale ? "female" : "male",
    random.integer(1972, 1999),
  );
  const age = random.integer(1, DAYS);
  const title = wording.title(about);
  const description = random.pick(wording.descriptions)(about);
  // once chose a cover: without it all that is drawn after it, and the ids of items, would be others
  random.integer(0, 2);
  const cover = `${COVERS}${coverFile(subject, grade, index)}`;
  return {
    id: `${subject}-${grade}-${index + 1}-${type}`,
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
    media: pickMedia(random, { type, topic, title, cover }, samples),
    state: "published",
    published_at: new Date(LAST_DAY - age * DAY_MS + random.integer(0, DAY_MS / 1000) * 1000),
    // a few are opened very often, most now and then
    views: Math.floor(random.integer(1, 40) ** 2 * (age / DAYS)) + random.integer(0, 30),
  };
}

/** Puts a topic in quotation marks; those inside become single ones. */
function quoted(topic: string): string {
  return `“${topic.replaceAll("“", "‘").replaceAll("”", "’")}”`;
}

function pickTypes(random: Random, subject: string): string[] {
  const left = [...TYPES, ...(FURTHER_TYPES[subject] ?? [])];
  return Array.from({ length: ITEMS_OF_TOPIC }, () => {
    const type = random.weighted(left);
    left.splice(
      left.findIndex(([one]) => one === type),
      1,
    );
    return type;
  });
}

/** The word for an item's document, by its type. */
const DOCUMENT_WORDS: Readonly<Record<string, string>> = {
  courseware: "课件",
  plan: "教学设计",
  exercise: "练习",
};

/** Kinds of media that show a picture until they play. */
const PLAYED: readonly MediaType[] = ["video", "hls", "flv"];

/**
 * Picks media of the type's kinds: a file on this very topic where there is one, else any of the kind, under the item's
 * own name and cover, as the sample that it is (SF-04).
 */
function pickMedia(
  random: Random,
  { type, topic, title, cover }: { type: string; topic: string; title: string; cover: string },
  samples: SampleMedia,
): Media[] {
  return (MEDIA_OF_TYPE[type] ?? []).map((kinds) => {
    const word = DOCUMENT_WORDS[type] ?? "";
    const of = (kind: MediaType) =>
      (samples.get(kind) ?? []).filter(({ name }) => name.includes(word));
    const exact = kinds.flatMap(of).find(({ name }) => name.replace("《", "").startsWith(topic));
    const any = random.pick(of(random.pick(kinds)));
    if (exact !== undefined) return exact;
    const poster = PLAYED.includes(any.type) ? cover : any.poster;
    return { ...any, name: `${title}（示例文件）`, poster, captions: [] };
  });
}
