import { Type, type Static } from "typebox";
import { GRADES, STAGES } from "./school.ts";
import { Id, IdentitySchema, Nullable } from "./schema.ts";

/** Changes that people make by hand, each a kind of change set with its own shape (AD-04…10, AD-13). */

/** The greatest number of people in one change by hand. */
export const CHANGE_PEOPLE_AT_MOST = 5000;

const People = Type.Array(Id, { minItems: 1, maxItems: CHANGE_PEOPLE_AT_MOST });
const Day = Type.String({ format: "date" });
const Reason = Type.String({ minLength: 1, maxLength: 200 });
const StageId = Type.Enum(STAGES.map(({ id }) => id));
const GradeId = Type.Enum(GRADES.map(({ id }) => id));
const ClassName = Type.String({ minLength: 1, maxLength: 40 });
const closed = { additionalProperties: false };

/** Enables or disables people's memberships at a school (AD-05). */
const MembershipState = Type.Object(
  {
    kind: Type.Literal("membership-state"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: People,
    is_abled: Type.Boolean(),
  },
  closed,
);
/** Gives people an identity at a school, until the end of a day or without end (AD-05). */
const MembershipAdd = Type.Object(
  {
    kind: Type.Literal("membership-add"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: People,
    until: Type.Optional(Day),
  },
  closed,
);
/** Sets or takes away the day with which identities at a school end. */
const MembershipUntil = Type.Object(
  {
    kind: Type.Literal("membership-until"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: People,
    until: Nullable(Day),
  },
  closed,
);
/** Locks accounts with a reason, until the end of a day or without end, or unlocks them (AD-06). */
const AccountState = Type.Object(
  {
    kind: Type.Literal("account-state"),
    user_ids: People,
    is_abled: Type.Boolean(),
    reason: Type.Optional(Reason),
    until: Type.Optional(Day),
  },
  closed,
);
/** Moves pupils into a class, from another one or from none; without `to_class_id` only takes them out of it (AD-09). */
const ClassPlace = Type.Object(
  {
    kind: Type.Literal("class-place"),
    school_id: Id,
    user_ids: People,
    from_class_id: Type.Optional(Id),
    to_class_id: Type.Optional(Id),
  },
  closed,
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
  closed,
);
/** Renames a class or moves it to another grade. */
const ClassEdit = Type.Object(
  {
    kind: Type.Literal("class-edit"),
    school_id: Id,
    class_id: Id,
    name: ClassName,
    grade_id: Type.Optional(GradeId),
    stage_id: Type.Optional(StageId),
  },
  closed,
);
/** Archives classes or restores them. */
const ClassState = Type.Object(
  {
    kind: Type.Literal("class-state"),
    school_id: Id,
    class_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    is_abled: Type.Boolean(),
  },
  closed,
);
/** Moves all pupils of classes into another, whose teachers stay as they are, and archives the former. */
const ClassMerge = Type.Object(
  {
    kind: Type.Literal("class-merge"),
    school_id: Id,
    from_class_ids: Type.Array(Id, { minItems: 1, maxItems: 20 }),
    into_class_id: Id,
  },
  closed,
);
/** Splits a class: some of its pupils go to a new one of the same grade, with a head-teacher or without (AD-09). */
const ClassSplit = Type.Object(
  {
    kind: Type.Literal("class-split"),
    school_id: Id,
    class_id: Id,
    user_ids: People,
    name: ClassName,
    head_user_id: Type.Optional(Id),
  },
  closed,
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
        closed,
      ),
      { maxItems: 100 },
    ),
  },
  closed,
);
/** Cells that one change of a teaching grid may set. */
export const TEACHING_CELLS_AT_MOST = 2000;

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
        closed,
      ),
      { minItems: 1, maxItems: TEACHING_CELLS_AT_MOST },
    ),
  },
  closed,
);
/** Binds a guardian to a child. */
const GuardianBind = Type.Object(
  {
    kind: Type.Literal("guardian-bind"),
    child_id: Id,
    user_id: Id,
    relation: Type.String({ minLength: 1, maxLength: 20 }),
  },
  closed,
);
/** Ends the bond between guardians and a child; takes effect within a second (AD-08). */
const GuardianEnd = Type.Object(
  { kind: Type.Literal("guardian-end"), child_id: Id, user_ids: People },
  closed,
);
/** Changes data of a person (AD-04). */
const PersonEdit = Type.Object(
  {
    kind: Type.Literal("person-edit"),
    user_id: Id,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    gender: Type.Optional(Nullable(Type.Enum(["male", "female"]))),
    birth_date: Type.Optional(Nullable(Day)),
    admission_time: Type.Optional(Nullable(Day)),
  },
  closed,
);
/**
 * Makes a person at a school (AD-03): a pupil in a class, a parent of a child, a member of staff. Refused with 40900 and
 * the people who may be the same, unless `is_other` says that this is another one.
 */
const PersonMake = Type.Object(
  {
    kind: Type.Literal("person-make"),
    school_id: Id,
    identity: IdentitySchema,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    account: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9._-]{2,64}$" })),
    gender: Type.Optional(Type.Enum(["male", "female"])),
    birth_date: Type.Optional(Day),
    mobile: Type.Optional(Type.String({ pattern: "^1[3-9]\\d{9}$" })),
    number: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    class_id: Type.Optional(Id),
    child_id: Type.Optional(Id),
    relation: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    is_other: Type.Optional(Type.Boolean()),
  },
  closed,
);
/** Merges an account into another of the same person: its memberships go over, and it is locked (AD-14). */
const PersonMerge = Type.Object(
  { kind: Type.Literal("person-merge"), from_user_id: Id, into_user_id: Id },
  closed,
);
/** Takes in a pupil whom another school has let go, by the code of that transfer (AD-15). */
const PupilTake = Type.Object(
  {
    kind: Type.Literal("pupil-take"),
    transfer_id: Id,
    school_id: Id,
    class_id: Type.Optional(Id),
  },
  closed,
);
/** Changes a school: its name, stages and logo, which is a picture that was put for it; null takes the logo away (AD-10). */
const SchoolEdit = Type.Object(
  {
    kind: Type.Literal("school-edit"),
    school_id: Id,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    stage_ids: Type.Optional(Type.Array(StageId, { maxItems: STAGES.length })),
    logo: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  },
  closed,
);
/** Makes a school in a district (AD-10); without `district_id` below none, which only the platform's administrators may. */
const SchoolMake = Type.Object(
  {
    kind: Type.Literal("school-make"),
    district_id: Type.Optional(Id),
    name: Type.String({ minLength: 1, maxLength: 50 }),
    stage_ids: Type.Array(StageId, { minItems: 1, maxItems: STAGES.length }),
  },
  closed,
);
/** Makes a district, which only the platform's administrators may (AD-10). */
const DistrictMake = Type.Object(
  { kind: Type.Literal("district-make"), name: Type.String({ minLength: 1, maxLength: 50 }) },
  closed,
);
/** Moves a school to another district: both must be the actor's (AD-10). */
const SchoolMove = Type.Object(
  { kind: Type.Literal("school-move"), school_id: Id, district_id: Id },
  closed,
);
/** Enables or disables schools. */
const SchoolState = Type.Object(
  {
    kind: Type.Literal("school-state"),
    school_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    is_abled: Type.Boolean(),
  },
  closed,
);

/** Puts people into a group that is made by hand, and takes people out of it (AD-16). */
const GroupMembers = Type.Object(
  {
    kind: Type.Literal("group-members"),
    group_id: Id,
    add: Type.Array(Id, { maxItems: CHANGE_PEOPLE_AT_MOST }),
    remove: Type.Array(Id, { maxItems: CHANGE_PEOPLE_AT_MOST }),
  },
  closed,
);

const KINDS = [
  MembershipState,
  MembershipAdd,
  MembershipUntil,
  AccountState,
  ClassPlace,
  ClassMake,
  ClassEdit,
  ClassState,
  ClassMerge,
  ClassSplit,
  ClassTeach,
  TeachingGrid,
  GuardianBind,
  GuardianEnd,
  PersonEdit,
  PersonMake,
  PersonMerge,
  PupilTake,
  SchoolEdit,
  SchoolState,
  SchoolMake,
  DistrictMake,
  SchoolMove,
  GroupMembers,
] as const;
export type Change = Static<(typeof KINDS)[number]>;
/** A change as it is asked for; `kind` says which of the shapes it has. */
export const Change = Type.Unsafe<Change>({
  type: "object",
  required: ["kind"],
  discriminator: { propertyName: "kind" },
  oneOf: KINDS,
});
export type ChangeKind = Change["kind"];
