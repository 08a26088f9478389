import { Type, type Static } from "typebox";
import {
  MAX_CHANGED_PEOPLE,
  ChangedPeople,
  CLASS_CHANGES,
  CLOSED,
  StageId,
} from "./class-change.ts";
import { STAGES } from "./stage.ts";
import { Id, IdentitySchema, Nullable } from "./schema.ts";
import { MAX_LESSONS } from "./reading-limits.ts";
import { TimetableLesson } from "./timetable.ts";

/** Changes that people make by hand, each a kind of change set with its own shape (AD-04…10, AD-13). */

const Day = Type.String({ format: "date" });
const Reason = Type.String({ minLength: 1, maxLength: 200 });

/** Enables or disables people's memberships at a school (AD-05). */
const MembershipState = Type.Object(
  {
    kind: Type.Literal("membership-state"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: ChangedPeople,
    is_abled: Type.Boolean(),
  },
  CLOSED,
);
/** Gives people an identity at a school, until the end of a day or without end (AD-05). */
const MembershipAdd = Type.Object(
  {
    kind: Type.Literal("membership-add"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: ChangedPeople,
    until: Type.Optional(Day),
  },
  CLOSED,
);
/** Sets or takes away the day with which identities at a school end. */
const MembershipUntil = Type.Object(
  {
    kind: Type.Literal("membership-until"),
    school_id: Id,
    identity: IdentitySchema,
    user_ids: ChangedPeople,
    until: Nullable(Day),
  },
  CLOSED,
);
/** Locks accounts with a reason, until the end of a day or without end, or unlocks them (AD-06). */
const AccountState = Type.Object(
  {
    kind: Type.Literal("account-state"),
    user_ids: ChangedPeople,
    is_abled: Type.Boolean(),
    reason: Type.Optional(Reason),
    until: Type.Optional(Day),
  },
  CLOSED,
);
/** Binds a guardian to a child. */
const GuardianBind = Type.Object(
  {
    kind: Type.Literal("guardian-bind"),
    child_id: Id,
    user_id: Id,
    relation: Type.String({ minLength: 1, maxLength: 20 }),
  },
  CLOSED,
);
/** Ends the bond between guardians and a child; takes effect within a second (AD-08). */
const GuardianEnd = Type.Object(
  { kind: Type.Literal("guardian-end"), child_id: Id, user_ids: ChangedPeople },
  CLOSED,
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
  CLOSED,
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
  CLOSED,
);
/** Merges an account into another of the same person: its memberships go over, and it is locked (AD-14). */
const PersonMerge = Type.Object(
  { kind: Type.Literal("person-merge"), from_user_id: Id, into_user_id: Id },
  CLOSED,
);
/** Takes in a pupil whom another school has let go, by the code of that transfer (AD-15). */
const PupilTake = Type.Object(
  {
    kind: Type.Literal("pupil-take"),
    transfer_id: Id,
    school_id: Id,
    class_id: Type.Optional(Id),
  },
  CLOSED,
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
  CLOSED,
);
/** Makes a school in a district (AD-10); without `district_id` below none, which only the platform's administrators may. */
const SchoolMake = Type.Object(
  {
    kind: Type.Literal("school-make"),
    district_id: Type.Optional(Id),
    name: Type.String({ minLength: 1, maxLength: 50 }),
    stage_ids: Type.Array(StageId, { minItems: 1, maxItems: STAGES.length }),
  },
  CLOSED,
);
/** Makes a district, which only the platform's administrators may (AD-10). */
const DistrictMake = Type.Object(
  { kind: Type.Literal("district-make"), name: Type.String({ minLength: 1, maxLength: 50 }) },
  CLOSED,
);
/** Moves a school to another district: both must be the actor's (AD-10). */
const SchoolMove = Type.Object(
  { kind: Type.Literal("school-move"), school_id: Id, district_id: Id },
  CLOSED,
);
/** Enables or disables schools. */
const SchoolState = Type.Object(
  {
    kind: Type.Literal("school-state"),
    school_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    is_abled: Type.Boolean(),
  },
  CLOSED,
);

/** Puts people into a group that is made by hand, and takes people out of it (AD-16). */
const GroupMembers = Type.Object(
  {
    kind: Type.Literal("group-members"),
    group_id: Id,
    add: Type.Array(Id, { maxItems: MAX_CHANGED_PEOPLE }),
    remove: Type.Array(Id, { maxItems: MAX_CHANGED_PEOPLE }),
  },
  CLOSED,
);

/**
 * Makes a school as a roster says that was dropped in the page: people, classes, who is in them and who teaches them, and
 * guardians (RO-05). `ends` chooses who leaves of those who are not in the file: nobody, those of its classes, or all.
 */
const RosterImport = Type.Object(
  {
    kind: Type.Literal("roster-import"),
    school_id: Id,
    draft_id: Id,
    ends: Type.Enum(["nobody", "classes", "school"]),
  },
  CLOSED,
);

/**
 * Makes the rows of a OneRoster source equal to a bundle of it that was read and kept (RO-01, RO-08). What the bundle no
 * longer has ends; people stay, and rows of other sources or of people's own are not touched.
 */
const OneRosterImport = Type.Object(
  { kind: Type.Literal("one-roster-import"), bundle_id: Id },
  CLOSED,
);

/** Turns a school year by its plan, at the hour that the plan names (YR-01…03). */
const SchoolYearTurn = Type.Object(
  { kind: Type.Literal("school-year"), school_id: Id, plan_id: Id },
  CLOSED,
);

/** Puts a timetable in place of a school's (HO-03). */
const TimetableImport = Type.Object(
  {
    kind: Type.Literal("timetable-import"),
    school_id: Id,
    first_day: { ...Day, description: "学期第一天" },
    last_day: { ...Day, description: "学期最后一天" },
    lessons: Type.Array(TimetableLesson, {
      minItems: 1,
      maxItems: MAX_LESSONS,
      description: "学校的全部课",
    }),
  },
  CLOSED,
);

const KINDS = [
  MembershipState,
  MembershipAdd,
  MembershipUntil,
  AccountState,
  ...CLASS_CHANGES,
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
  RosterImport,
  OneRosterImport,
  SchoolYearTurn,
  TimetableImport,
] as const;
export type Change = Static<(typeof KINDS)[number]>;
/** A change as it is asked for; `kind` says which of the shapes it has. */
export const Change = Type.Unsafe<Change>({
  type: "object",
  required: ["kind"],
  discriminator: { propertyName: "kind" },
  oneOf: KINDS,
});
