import { Type } from "typebox";
import { GRADES, STAGES } from "./stage.ts";
import { Id } from "./schema.ts";

/** Changes of classes that people make by hand (AD-09), and what all changes share. */

/** The greatest number of people in one change by hand. */
export const MAX_CHANGED_PEOPLE = 5000;

export const ChangedPeople = Type.Array(Id, { minItems: 1, maxItems: MAX_CHANGED_PEOPLE });
export const StageId = Type.Enum(STAGES.map(({ id }) => id));
export const CLOSED = { additionalProperties: false };
const GradeId = Type.Enum(GRADES.map(({ id }) => id));
const ClassName = Type.String({ minLength: 1, maxLength: 40 });

/** Moves pupils into a class, from another one or from none; without `to_class_id` only takes them out of it (AD-09). */
const ClassPlace = Type.Object(
  {
    kind: Type.Literal("class-place"),
    school_id: Id,
    user_ids: ChangedPeople,
    from_class_id: Type.Optional(Id),
    to_class_id: Type.Optional(Id),
  },
  CLOSED,
);
/** Makes a class (AD-09). */
const ClassMake = Type.Object(
  {
    kind: Type.Literal("class-make"),
    school_id: Id,
    name: ClassName,
    grade_id: GradeId,
    stage_id: StageId,
  },
  CLOSED,
);
/** Renames a class or moves it to another grade; what is missing stays as it is. */
const ClassEdit = Type.Object(
  {
    kind: Type.Literal("class-edit"),
    school_id: Id,
    class_id: Id,
    name: Type.Optional(ClassName),
    grade_id: Type.Optional(GradeId),
    stage_id: Type.Optional(StageId),
  },
  CLOSED,
);
/** Archives classes or restores them. */
const ClassState = Type.Object(
  {
    kind: Type.Literal("class-state"),
    school_id: Id,
    class_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    is_abled: Type.Boolean(),
  },
  CLOSED,
);
/** Moves all pupils of classes into another, whose teachers stay as they are, and archives the former. */
const ClassMerge = Type.Object(
  {
    kind: Type.Literal("class-merge"),
    school_id: Id,
    from_class_ids: Type.Array(Id, { minItems: 1, maxItems: 20 }),
    into_class_id: Id,
  },
  CLOSED,
);
/** Splits a class: some of its pupils go to a new one of the same grade, with a head-teacher or without (AD-09). */
const ClassSplit = Type.Object(
  {
    kind: Type.Literal("class-split"),
    school_id: Id,
    class_id: Id,
    user_ids: ChangedPeople,
    name: ClassName,
    head_user_id: Type.Optional(Id),
  },
  CLOSED,
);
/** Sets the teachers of a class by subject, and its head-teachers; people left out no longer have these roles. */
const ClassTeach = Type.Object(
  {
    kind: Type.Literal("class-teach"),
    school_id: Id,
    class_id: Id,
    teachers: Type.Array(
      Type.Object(
        { user_id: Id, subject_id: Type.String({ maxLength: 64 }), is_head: Type.Boolean() },
        CLOSED,
      ),
      { maxItems: 100 },
    ),
  },
  CLOSED,
);
/** Cells that one change of a teaching grid may set. */
export const MAX_TEACHING_CELLS = 2000;

/**
 * Says who teaches what in many classes: each cell names all who teach a subject in a class, and with an empty subject all
 * who head it. Cells that are not named stay (AD-09).
 */
const TeachingGrid = Type.Object(
  {
    kind: Type.Literal("teaching-grid"),
    school_id: Id,
    cells: Type.Array(
      Type.Object(
        {
          class_id: Id,
          subject_id: Type.String({ maxLength: 64 }),
          user_ids: Type.Array(Id, { maxItems: 20 }),
        },
        CLOSED,
      ),
      { minItems: 1, maxItems: MAX_TEACHING_CELLS },
    ),
  },
  CLOSED,
);

export const CLASS_CHANGES = [
  ClassPlace,
  ClassMake,
  ClassEdit,
  ClassState,
  ClassMerge,
  ClassSplit,
  ClassTeach,
  TeachingGrid,
] as const;
