import { CONTENT_TYPES, GRADE_NAMES, STAGES, type Named, type TagRelations } from "#contract";

interface Subject extends Named {
  grades: readonly string[];
}

function through(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

const KINDERGARTEN = ["k0", "k1", "k2", "k3"] as const;

/** The national curriculum: which subject (in a kindergarten: area) is taught in which grade. Ids are the codes that rosters use. */
const SUBJECTS: readonly Subject[] = [
  { id: "chinese", name: "语文", grades: through(1, 12) },
  { id: "mathematics", name: "数学", grades: through(1, 12) },
  { id: "english", name: "英语", grades: through(3, 12) },
  { id: "morality", name: "道德与法治", grades: through(1, 9) },
  { id: "politics", name: "思想政治", grades: through(10, 12) },
  { id: "science", name: "科学", grades: [...KINDERGARTEN, ...through(1, 6)] },
  { id: "physics", name: "物理", grades: through(8, 12) },
  { id: "chemistry", name: "化学", grades: through(9, 12) },
  { id: "biology", name: "生物学", grades: ["7", "8", ...through(10, 12)] },
  { id: "history", name: "历史", grades: through(7, 12) },
  { id: "geography", name: "地理", grades: ["7", "8", ...through(10, 12)] },
  { id: "informatics", name: "信息科技", grades: through(3, 12) },
  { id: "sport", name: "体育与健康", grades: through(1, 12) },
  { id: "music", name: "音乐", grades: through(1, 12) },
  { id: "art", name: "美术", grades: through(1, 12) },
  { id: "labour", name: "劳动", grades: through(1, 12) },
  { id: "health", name: "健康", grades: KINDERGARTEN },
  { id: "language", name: "语言", grades: KINDERGARTEN },
  { id: "society", name: "社会", grades: KINDERGARTEN },
  { id: "arts", name: "艺术", grades: KINDERGARTEN },
];

/** Every word that lessons and resources are tagged with. */
export const TAG_RELATIONS: TagRelations = {
  stages: STAGES.map(({ id, name, grades }) => ({
    id,
    name,
    grades: grades.map((grade) => ({
      id: grade,
      name: GRADE_NAMES[grade] ?? grade,
      subjects: SUBJECTS.filter((subject) => subject.grades.includes(grade)).map(
        ({ id: subject }) => subject,
      ),
    })),
  })),
  subjects: SUBJECTS.map(({ id, name }) => ({ id, name })),
  types: CONTENT_TYPES.map(({ id, name }) => ({ id, name })),
};

const GRADES: readonly Named[] = TAG_RELATIONS.stages.flatMap(({ grades }) => grades);

/** The words of each kind, in the order they are shown in. */
export const TAGS = {
  types: TAG_RELATIONS.types,
  stages: TAG_RELATIONS.stages,
  grades: GRADES,
  subjects: TAG_RELATIONS.subjects,
} as const satisfies Record<string, readonly Named[]>;

const NAMES = Object.fromEntries(
  Object.entries(TAGS).map(([kind, tags]) => [
    kind,
    new Map(tags.map(({ id, name }) => [id, name])),
  ]),
) as Record<keyof typeof TAGS, Map<string, string>>;

/** Returns the tag's name; undefined for an unknown or empty id. */
export function tagName(kind: keyof typeof TAGS, id: string): string | undefined {
  return NAMES[kind].get(id);
}

/** Returns the stage of a grade. */
export function stageOfGrade(gradeId: string): string | undefined {
  return TAG_RELATIONS.stages.find(({ grades }) => grades.some(({ id }) => id === gradeId))?.id;
}
