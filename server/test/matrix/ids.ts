import { CALLS, type Call, type CallName } from "#contract";
import type { Kind } from "./kinds.ts";
import { ACTOR_ROLES, type ActorRole } from "./world.ts";

/** A field of a call's input that names somebody's thing, and the hats that reach it. */
export interface Naming {
  field: string;
  is: Kind;
  /** Further input, without which the field is not looked at. */
  with?: Readonly<Record<string, unknown>>;
  /** Further fields, each with something of the caller's own. */
  beside?: Readonly<Record<string, Kind>>;
  /** Further fields, each with something of the same place as what is named. */
  alike?: Readonly<Record<string, Kind>>;
  /** Fields of the example that must stay away. */
  without?: readonly string[];
  /** Hats that reach what is their own; for all others it is as absent as what does not exist. */
  own: readonly (ActorRole | "app")[];
  /** Hats that reach what is another's, of the same school or district. */
  near?: readonly ActorRole[];
  /** Hats that reach even what is elsewhere: the platform's administrators. */
  far?: readonly ActorRole[];
}

const EVERYBODY = ACTOR_ROLES;
const STAFF_OF_CLASS = ["manager", "head"] as const;
const ADMINS = ["admin", "inner_admin"] as const;
/** Reach by district: its administrators reach their district, the platform's everything. */
const BY_DISTRICT = { own: ADMINS, near: ADMINS, far: ["inner_admin"] } as const;
const SCHOOL_OF_DISTRICT = { own: ADMINS, far: ["inner_admin"] } as const;
/** Those who have `people.read`: a head-teacher only in the own class. */
const READERS = {
  own: ["manager", "head", ...ADMINS],
  near: ["manager", ...ADMINS],
  far: ["inner_admin"],
} as const;
const GIVERS = ["manager", ...ADMINS] as const;
/** People who may write people at a school as a whole. */
const OVERSEERS = { own: GIVERS, near: GIVERS, far: ["inner_admin"] } as const;
const GIVEN = {
  bundle_id: "informant",
  place: { kind: "school", school_id: "a", part_id: "" },
} as const;
const IN_CLASS = ["teacher", "head", "student", "parent"] as const;

const IN_CATEGORY = { category_id: "study" } as const;
/** Fields of a draft entry, which is judged without looking up the things they name. */
const DRAWN_UP = [
  "district_id",
  "school_ids",
  "class_ids",
  "pilot_class_ids",
  "allow_user_ids",
  "allow_school_ids",
  "allow_class_ids",
  "allow_group_ids",
  "deny_user_ids",
  "deny_school_ids",
  "deny_class_ids",
  "deny_group_ids",
  "icon",
  "icon_mono",
].flatMap((field) =>
  ["previewApp", "previewAppFor"].map(
    (call) => [`${call}.${field}`, "is judged as it stands, and not looked up"] as const,
  ),
);

/** A child that only its own parents reach, whatever the school. */
const OF_CHILD = { field: "child_id", is: "pupil", own: ["parent"] } as const;

/** Reach of readers: a head-teacher the own class, a manager the school, an administrator the district. */
const OF_SCOPE = {
  own: ["manager", "head", ...ADMINS],
  near: ["manager", ...ADMINS],
  far: ["inner_admin"],
} as const;
const PEOPLE: readonly Naming[] = [
  { field: "school_id", is: "school", own: OF_SCOPE.own, far: OF_SCOPE.far },
  { field: "class_id", is: "class", ...OF_SCOPE },
  // a pupil's account is the id here
  { field: "q", is: "pupil", ...OF_SCOPE },
  { field: "group_id", is: "group", ...OVERSEERS },
];

/** A lesson or resource, named with its owner. */
const OWNED_CONTENT = [
  { field: "id", is: "managedContent", alike: { school_id: "schoolOfClass" }, ...OVERSEERS },
  { field: "school_id", is: "schoolOfClass", alike: { id: "managedContent" }, ...OVERSEERS },
] as const satisfies readonly Naming[];

/** The fields of inputs that name something. A call that names something and is missing here fails the matrix. */
export const NAMINGS: Partial<Record<CallName, readonly Naming[]>> = {
  endDeviceSession: [{ field: "id", is: "session", own: EVERYBODY }],
  removeFactor: [{ field: "id", is: "passkey", own: EVERYBODY }],
  scanQrCode: [{ field: "code", is: "qrToScan", own: EVERYBODY }],
  confirmQrCode: [{ field: "code", is: "qrToConfirm", own: EVERYBODY }],
  // bound to a cookie of the browser that asked (sign-in/qr/qr.test.ts): who has another one has nothing
  readQrStatus: [{ field: "id", is: "qrToPoll", own: [] }],
  readClassRoster: [{ field: "class_id", is: "class", own: STAFF_OF_CLASS, near: ["manager"] }],
  resetPupilPassword: [
    { field: "user_id", is: "pupil", own: ["manager", "head", "parent"], near: ["manager"] },
  ],
  readClasses: [
    { field: "school_id", is: "school", own: ["manager", "head", ...ADMINS], far: ["inner_admin"] },
  ],
  readClass: [
    { field: "class_id", is: "class", alike: { school_id: "schoolOfClass" }, ...READERS },
    { field: "school_id", is: "schoolOfClass", alike: { class_id: "class" }, ...READERS },
  ],
  readGroups: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  readGroup: [{ field: "group_id", is: "group", ...OVERSEERS }],
  removeGroup: [{ field: "group_id", is: "group", ...OVERSEERS }],
  saveGroup: [
    {
      field: "group_id",
      is: "group",
      beside: { name: "freeName" },
      without: ["school_id", "rule"],
      ...OVERSEERS,
    },
    {
      field: "school_id",
      is: "schoolOfClass",
      beside: { name: "freeName" },
      without: ["rule"],
      ...OVERSEERS,
    },
  ],
  previewGroup: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  readTeaching: [
    { field: "school_id", is: "schoolOfClass", ...OVERSEERS },
    { field: "class_id", is: "class", alike: { school_id: "schoolOfClass" }, ...OVERSEERS },
  ],
  matchTeachers: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  previewNotice: [{ field: "school_id", is: "schoolOfClass", without: [], ...OVERSEERS }],
  sendNotice: [
    { field: "school_id", is: "schoolOfClass", without: ["file_keys"], ...OVERSEERS },
    { field: "file_keys", is: "noticeFile", beside: { school_id: "schoolOfClass" }, own: GIVERS },
  ],
  readSentNotices: [
    { field: "school_id", is: "school", own: ["manager", "head", ...ADMINS], far: ["inner_admin"] },
  ],
  ...Object.fromEntries(
    (["readSentNotice", "takeBackNotice", "remindNotice", "readUnconfirmed"] as const).map(
      (call) => [call, [{ field: "notice_id", is: "notice", ...OVERSEERS }]] as const,
    ),
  ),
  changeNotice: [
    { field: "notice_id", is: "notice", without: ["file_keys"], ...OVERSEERS },
    { field: "file_keys", is: "noticeFile", beside: { notice_id: "notice" }, own: GIVERS },
  ],
  readInbox: [],
  ...Object.fromEntries(
    (["readInboxItem", "answerInboxItem"] as const).map(
      (call) => [call, [{ field: "id", is: "inboxItem", own: EVERYBODY }]] as const,
    ),
  ),
  readNightly: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  runNightly: [{ field: "school_id", is: "schoolWithConnection", ...OVERSEERS }],
  saveNightly: [
    { field: "school_id", is: "schoolWithConnection", with: { version: 1 }, ...OVERSEERS },
  ],
  tryNightly: [{ field: "school_id", is: "schoolWithConnection", ...OVERSEERS }],
  readYear: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  readYearPupils: [
    { field: "school_id", is: "schoolOfClass", alike: { class_id: "class" }, ...OVERSEERS },
    { field: "class_id", is: "class", alike: { school_id: "schoolOfClass" }, ...OVERSEERS },
  ],
  saveYear: [
    {
      field: "school_id",
      is: "schoolWithYear",
      with: { version: 1, classes: [], new_classes: [], pupils: [] },
      ...OVERSEERS,
    },
  ],
  drawYear: [{ field: "school_id", is: "schoolWithYear", with: { version: 1 }, ...OVERSEERS }],
  submitYear: [{ field: "school_id", is: "schoolWithYear", with: { version: 1 }, ...OVERSEERS }],
  readRightsOf: [{ field: "user_id", is: "pupil", ...READERS }],
  readWhoMay: [{ field: "user_id", is: "pupil", ...READERS }],
  readHolders: [
    { field: "school_id", is: "school", own: ["manager", "head", ...ADMINS], far: ["inner_admin"] },
  ],
  readDuties: [
    { field: "school_id", is: "school", own: ["manager", "head", ...ADMINS], far: ["inner_admin"] },
  ],
  makeBundle: [{ field: "school_id", is: "school", own: GIVERS, far: ["inner_admin"] }],
  retireBundle: [{ field: "bundle_id", is: "bundle", own: GIVERS, far: ["inner_admin"] }],
  giveGrant: [
    {
      field: "user_id",
      is: "colleague",
      with: GIVEN,
      without: ["right"],
      own: GIVERS,
      near: GIVERS,
      far: ["inner_admin"],
    },
    {
      field: "bundle_id",
      is: "bundle",
      with: GIVEN,
      beside: { user_id: "colleague" },
      own: GIVERS,
      far: ["inner_admin"],
    },
  ],
  endGrant: [{ field: "grant_id", is: "grant", own: GIVERS, near: GIVERS, far: ["inner_admin"] }],
  readChange: [{ field: "change_id", is: "plannedChange", ...OVERSEERS }],
  exportChange: [{ field: "change_id", is: "plannedChange", ...OVERSEERS }],
  readChangeRows: [{ field: "change_id", is: "plannedChange", ...OVERSEERS }],
  applyChange: [{ field: "change_id", is: "plannedChange", ...OVERSEERS }],
  approveChange: [{ field: "change_id", is: "waitingChange", ...OVERSEERS }],
  undoChange: [{ field: "change_id", is: "appliedChange", without: ["rows"], ...OVERSEERS }],
  discardChange: [{ field: "change_id", is: "plannedChange", ...OVERSEERS }],
  readRosterDraft: [{ field: "draft_id", is: "rosterDraft", ...OVERSEERS }],
  answerRosterDraft: [
    { field: "draft_id", is: "rosterDraft", without: ["people", "classes"], ...OVERSEERS },
  ],
  readRosterAccounts: [{ field: "change_id", is: "appliedImport", ...OVERSEERS }],
  resetPasswords: [{ field: "user_ids", is: "mate", ...READERS }],
  openPasswordSheet: [
    {
      field: "sheet_id",
      is: "passwordSheet",
      own: ["manager", "head", ...ADMINS],
    },
  ],
  openKeptCode: [{ field: "id", is: "keptCode", ...READERS }],
  viewHome: [{ field: "user_id", is: "mate", with: { reason: "找不到应用" }, ...OVERSEERS }],
  resetPersonFactors: [{ field: "user_id", is: "mate", ...READERS }],
  endPersonSessions: [{ field: "user_id", is: "mate", ...READERS }],
  createInvitation: [
    {
      field: "class_id",
      is: "class",
      with: { kind: "class" },
      own: STAFF_OF_CLASS,
      near: ["manager"],
    },
    {
      field: "child_id",
      is: "pupil",
      with: { kind: "child" },
      without: ["class_id", "max_uses", "days"],
      own: STAFF_OF_CLASS,
      near: ["manager"],
    },
  ],
  revokeInvitation: [
    { field: "id", is: "invitation", own: STAFF_OF_CLASS, near: ["manager"] },
    { field: "id", is: "pupilsInvitation", own: STAFF_OF_CLASS, near: ["manager"] },
  ],
  editUser: [
    { field: "school_id", is: "school", own: EVERYBODY },
    { field: "avatar", is: "avatar", own: EVERYBODY },
  ],
  saveQuickApps: [{ field: "app_ids", is: "app", own: EVERYBODY }],
  saveApp: [
    { field: "id", is: "districtApp", with: IN_CATEGORY, ...BY_DISTRICT },
    { field: "icon", is: "appIcon", with: IN_CATEGORY, own: ADMINS },
    { field: "icon_mono", is: "appIcon", with: IN_CATEGORY, own: ADMINS },
    ...(["district_id", "school_ids", "allow_school_ids", "deny_school_ids"] as const).map(
      (field) => ({ field, is: "school" as const, with: IN_CATEGORY, ...SCHOOL_OF_DISTRICT }),
    ),
    ...(["class_ids", "pilot_class_ids", "allow_class_ids", "deny_class_ids"] as const).map(
      (field) => ({
        field,
        is: "class" as const,
        with: IN_CATEGORY,
        ...BY_DISTRICT,
      }),
    ),
    ...(["allow_user_ids", "deny_user_ids"] as const).map((field) => ({
      field,
      is: "person" as const,
      with: IN_CATEGORY,
      ...BY_DISTRICT,
    })),
    ...(["allow_group_ids", "deny_group_ids"] as const).map((field) => ({
      field,
      is: "group" as const,
      with: IN_CATEGORY,
      ...BY_DISTRICT,
    })),
  ],
  readAppEntry: [{ field: "id", is: "districtApp", ...BY_DISTRICT }],
  readAppChoices: [
    { field: "school_id", is: "school", ...SCHOOL_OF_DISTRICT },
    // a pupil's account is the id here
    { field: "account", is: "pupil", without: ["school_id"], ...BY_DISTRICT },
  ],
  previewApp: [
    { field: "id", is: "districtApp", with: { school: "a" }, ...BY_DISTRICT },
    { field: "school", is: "school", ...SCHOOL_OF_DISTRICT },
  ],
  previewAppFor: [
    { field: "user_id", is: "pupil", ...BY_DISTRICT },
    { field: "id", is: "districtApp", beside: { user_id: "person" }, ...BY_DISTRICT },
  ],
  readAppsSeenBy: [
    { field: "user_id", is: "pupil", without: ["app_id"], ...BY_DISTRICT },
    { field: "app_id", is: "districtApp", beside: { user_id: "person" }, ...BY_DISTRICT },
  ],
  switchAppAtSchool: [
    { field: "school_id", is: "school", with: { app_id: "tool", on: true }, ...SCHOOL_OF_DISTRICT },
    {
      field: "app_id",
      is: "districtApp",
      with: { on: true },
      alike: { school_id: "schoolOfClass" },
      ...BY_DISTRICT,
    },
  ],
  renewAppSecret: [{ field: "app_id", is: "secretApp", ...BY_DISTRICT }],
  removeApp: [{ field: "app_id", is: "unseenApp", ...BY_DISTRICT }],
  readContent: [{ field: "id", is: "content", own: [...IN_CLASS, "manager"] }],
  readManagedContents: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  readManagedContent: OWNED_CONTENT,
  makeContent: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  saveContent: OWNED_CONTENT.map((naming) => ({
    ...naming,
    with: { changes: [{ field: "source", before: "", after: "甲" }] },
  })),
  showContent: OWNED_CONTENT,
  deleteContent: OWNED_CONTENT,
  launchApp: [{ field: "app_id", is: "app", own: EVERYBODY }],
  leaveApps: [{ field: "app_id", is: "openedApp", own: EVERYBODY }],
  redeemTicket: [{ field: "ticket", is: "ticket", own: ["app"] }],
  reportAppLogin: [{ field: "app_id", is: "app", own: EVERYBODY }],
  chooseContent: [
    { field: "app_id", is: "tool", beside: { class_id: "class" }, own: ["teacher", "head"] },
    { field: "class_id", is: "class", beside: { app_id: "tool" }, own: ["teacher", "head"] },
  ],
  readContents: [{ field: "class_id", is: "classWithItem", own: IN_CLASS }],
  openContent: [{ field: "id", is: "item", own: IN_CLASS }],
  removeContent: [{ field: "id", is: "item", own: ["teacher", "head"] }],
  giveConsent: [OF_CHILD],
  readChildApps: [OF_CHILD],
  readToday: [OF_CHILD],
  readDataLedger: [OF_CHILD],
  readGrowthRecord: [{ field: "user_id", is: "pupil", own: ["head", "parent"] }],
  readLessons: [OF_CHILD],
  readCalendar: [OF_CHILD],
  makeCalendar: [OF_CHILD],
  revokeCalendar: [OF_CHILD],
  readTimetable: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  saveChildEyes: [OF_CHILD],
  readKeptData: [OF_CHILD],
  exportData: [OF_CHILD],
  // a pupil's account is the id here
  requestErasure: [{ ...OF_CHILD, alike: { account: "pupil" } }],
  cancelErasure: [OF_CHILD],
  decideNameCorrection: [{ field: "id", is: "correction", own: STAFF_OF_CLASS, near: ["manager"] }],
  objectToErasure: [{ field: "user_id", is: "pupilToErase", own: ["manager"], near: ["manager"] }],
  withdrawObjection: [
    { field: "user_id", is: "pupilObjectedFor", own: ["manager"], near: ["manager"] },
  ],
  confirmFile: [{ field: "key", is: "file", own: EVERYBODY }],
  readFeedback: [
    { field: "id", is: "thread", own: EVERYBODY, near: ["admin", "inner_admin"] },
    { field: "id", is: "pupilsThread", own: ["manager", "student"], near: ["manager"] },
  ],
  createFeedback: [{ field: "file_keys", is: "file", own: EVERYBODY }],
  replyFeedback: [
    {
      field: "id",
      is: "thread",
      without: ["file_keys"],
      own: EVERYBODY,
      near: ["admin", "inner_admin"],
    },
    { field: "id", is: "pupilsThread", own: ["manager", "student"], near: ["manager"] },
    {
      field: "file_keys",
      is: "file",
      beside: { id: "thread" },
      own: EVERYBODY,
    },
  ],
  markFeedbackRead: [
    { field: "id", is: "thread", own: EVERYBODY, near: ["admin", "inner_admin"] },
    { field: "id", is: "pupilsThread", own: ["manager", "student"], near: ["manager"] },
  ],
  closeFeedback: [
    { field: "id", is: "thread", own: EVERYBODY, near: ["admin", "inner_admin"] },
    { field: "id", is: "pupilsThread", own: ["manager", "student"], near: ["manager"] },
  ],
  readManagedThreads: [{ field: "school_id", is: "school", own: GIVERS, far: ["inner_admin"] }],
  readManagedThread: [{ field: "id", is: "pupilsThread", ...OVERSEERS }],
  takeFeedback: [{ field: "id", is: "pupilsThread", ...OVERSEERS }],
  answerFeedback: [{ field: "id", is: "pupilsThread", ...OVERSEERS }],
  noteFeedback: [{ field: "id", is: "pupilsThread", ...OVERSEERS }],
  closeManagedThread: [{ field: "id", is: "pupilsThread", ...OVERSEERS }],
  readFeedbackReceivers: [{ field: "id", is: "pupilsThread", ...OVERSEERS }],
  handOnFeedback: [
    {
      field: "id",
      is: "pupilsThread",
      with: { school_id: "d" },
      without: ["user_id"],
      own: GIVERS,
      near: GIVERS,
    },
  ],
  readPeople: PEOPLE,
  countPeople: PEOPLE,
  exportPeople: PEOPLE,
  readReview: [{ field: "school_id", is: "school", own: GIVERS, far: ["inner_admin"] }],
  confirmReview: [{ field: "school_id", is: "school", own: GIVERS, far: ["inner_admin"] }],
  readPersonWhole: [{ field: "user_id", is: "pupil", ...OF_SCOPE }],
  readPersonHistory: [{ field: "user_id", is: "pupil", ...OF_SCOPE }],
  readOverview: [{ field: "within", is: "schoolOfClass", ...OVERSEERS }],
  exportAudit: [{ field: "within", is: "schoolOfClass", ...OVERSEERS }],
  readClassReads: [
    { field: "class_id", is: "class", alike: { school_id: "schoolOfClass" }, ...READERS },
    { field: "school_id", is: "schoolOfClass", alike: { class_id: "class" }, ...READERS },
  ],
  readSchools: [{ field: "within", is: "schoolOfClass", ...OVERSEERS }],
  readSchool: [{ field: "school_id", is: "schoolOfClass", ...OVERSEERS }],
  previewSchoolMove: [
    { field: "school_id", is: "schoolOfClass", beside: { district_id: "school" }, ...BY_DISTRICT },
    {
      field: "district_id",
      is: "school",
      beside: { school_id: "schoolOfClass" },
      ...SCHOOL_OF_DISTRICT,
    },
  ],
};

/** Fields that name something, but nobody's; by call and field. */
export const NOBODYS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DRAWN_UP),
  "saveGroup.rule": "its classes are those of the named place only (group/group.test.ts)",
  "previewGroup.rule": "its classes are those of the named place only (group/group.test.ts)",
  "matchTeachers.texts": "found at the named school only (change-set/teaching.test.ts)",
  "planChange.change":
    "each kind is tried in change-set/change-set.test.ts: what is outside answers as what does not exist",
  ...Object.fromEntries(
    ["readRoster", "markRoster"].map(
      (call) =>
        [`${call}.school_id`, "a school outside is absent: roster-import/routes.test.ts"] as const,
    ),
  ),
  ...Object.fromEntries(
    ["file", "name", "mapping", "corrections", "kind"].flatMap((field) =>
      ["readRoster", "markRoster"].map((call) => [`${call}.${field}`, "what is read"] as const),
    ),
  ),
  "readOneRoster.file": "schools outside are refused whole: change-set/one-roster.test.ts",
  "readOneRoster.name": "what is read",
  "answerRosterDraft.people": "people of the draft's own lines: roster-import/routes.test.ts",
  "answerRosterDraft.arrivals": "lines of the draft: roster-import/arrivals.test.ts",
  "answerRosterDraft.classes": "classes of the draft's school: roster-import/routes.test.ts",
  ...Object.fromEntries(
    ["saveNightly", "tryNightly"].flatMap((call) =>
      ["address", "token_address", "client_id", "scope", "org_id", "secret"].map(
        (field) => [`${call}.${field}`, "a provider's, which is nobody of the platform"] as const,
      ),
    ),
  ),
  "saveNightly.days_without": "days",
  "saveYear.rules": "rules of the named school's plan",
  "saveYear.times": "moments of the named school's plan",
  "saveYear.classes": "of the named school only (school-year/school-year.test.ts)",
  "saveYear.new_classes": "do not exist yet; their heads are of the named school only (as above)",
  "saveYear.pupils": "of the named school only (school-year/school-year.test.ts)",
  "drawYear.seed": "any text",
  "planChange.source": "the name, length and hash of a pasted list or a file; only kept (CS-06)",
  "giveGrant.place":
    "tried in rights/rights.test.ts: a place that is not one's own answers as an absent one",
  "previewNotice.audience": "tried in notice/notice.test.ts: a class or group elsewhere is absent",
  "sendNotice.audience": "as above",
  "sendNotice.text": "any text",
  "sendNotice.choices": "any texts",
  "sendNotice.send_at": "a moment",
  ...Object.fromEntries(
    ["sendNotice", "createFeedback", "replyFeedback", "answerFeedback", "noteFeedback"].map(
      (call) =>
        [`${call}.attempt`, "looked for among the caller's own only: attempt.test.ts"] as const,
    ),
  ),
  ...Object.fromEntries(
    Object.entries<Call>(CALLS)
      .filter(([, { once }]) => once)
      .map(([call]) => [`${call}.attempt`, "what it means is the caller's own: serve-once.ts"]),
  ),
  "changeNotice.text": "any text",
  "answerInboxItem.choice": "one of the notice's own choices",
  "readInbox.child_id": "only narrows the own inbox",
  "planTimetable.school_id":
    "tried in timetable/timetable.test.ts: another school answers as an absent one",
  "planTimetable.name": "what is read",
  "planTimetable.file": "what is read",
  "planTimetable.first_day": "a day",
  "planTimetable.last_day": "a day",
  "readLessons.day": "is a day, and nobody's",
  "launchApp.item": "is looked up among what the app has sent for the caller's own home",
  "markInboxRead.ids":
    "tried in notice/inbox.test.ts: what is another's is passed over as what is not",
  "markNoticesSeen.ids":
    "tried in person-notice/person-notice.test.ts: what is another's is passed over as what is not",
  "savePush.endpoint":
    "tried in notice/push/push.test.ts: known to the browser alone, and its next person's",
  "savePush.p256dh": "a key of the browser",
  "savePush.auth": "a key of the browser",
  "saveApp.category_id": "categories are the platform's",
  "previewApp.category_id": "categories are the platform's",
  "previewAppFor.category_id": "categories are the platform's",
  "takeFeedback.from": "compared with who has it",
  "handOnFeedback.school_id":
    "tried in feedback/management.test.ts: only the asker's school and the district above it are receivers",
  "handOnFeedback.user_id":
    "tried in feedback/management.test.ts: who does not answer there is as absent as nobody",
  "saveBranding.changes": "fields of the platform's own",
  "saveContent.changes": "values; the item is named beside them",
  "makeContent.values": "values of an item that is new",
  "readManagedContents.type_id": "a word of the curriculum, the same everywhere",
  "readManagedContents.subject_id": "a word of the curriculum, the same everywhere",
  "readManagedContents.grade_id": "a word of the curriculum, the same everywhere",
  "readAgreementVersion.id": "an agreement is for everyone",
  "readAgreement.id": "an agreement is for everyone",
  "readAgreement.type": "a word of ours",
  "searchContent.child_id": "only puts a grade first, of an own child: content/own-first.test.ts",
  "searchContent.type_id": "a word of the curriculum, the same everywhere",
  "searchContent.stage_id": "a word of the curriculum, the same everywhere",
  "searchContent.grade_id": "a word of the curriculum, the same everywhere",
  "readPeople.grade_id": "a word of the curriculum, the same everywhere",
  ...Object.fromEntries(
    ["readAudit.who", "readAudit.whom", "exportAudit.who", "exportAudit.whom"].map(
      (field) => [field, "somebody outside is as absent as nobody: audit/routes.test.ts"] as const,
    ),
  ),
  "readAudit.within": "a school outside is as one where nothing was done: audit/routes.test.ts",
  "readAudit.action": "a word of ours",
  "exportAudit.action": "a word of ours",
  "readAudit.from": "a day",
  "readAudit.to": "a day",
  "exportAudit.from": "a day",
  "exportAudit.to": "a day",
  "readSchools.q": "looks among the caller's own schools only; tried in school/routes.test.ts",
  "readSchools.kind": "schools or districts: a word of ours",
  "readSchools.stage_id": "a word of the curriculum, the same everywhere",
  "exportPeople.grade_id": "a word of the curriculum, the same everywhere",
  "keepLeavers.user_ids": "who is outside is not there; tried in people/leavers.test.ts",
  "setLeaverRule.school_id": "tried in people/leavers.test.ts",
  "matchPeople.lines": "who is outside is matched by nobody; tried in people/people.test.ts",
  "matchPeople.school_id": "only narrows; tried in people/people.test.ts",
  "readDuplicates.school_id": "only narrows; tried in people/people.test.ts",
  "readLeavers.school_id": "only narrows; tried in people/leavers.test.ts",
  "giveTransfer.user_id":
    "tried in transfer/transfer.test.ts: who is at another school is not there",
  "giveTransfer.school_id": "tried in transfer/transfer.test.ts",
  "showTransfer.school_id": "tried in transfer/transfer.test.ts",
  "showTransfer.code": "tried in transfer/transfer.test.ts",
  "readTransferRequests.school_id": "tried in roster-import/arrivals.test.ts",
  "answerTransferRequest.school_id": "tried in roster-import/arrivals.test.ts",
  "answerTransferRequest.request_id": "tried in roster-import/arrivals.test.ts",
  "answerTransferRequest.user_id": "tried in roster-import/arrivals.test.ts",
  "dropTransferRequest.school_id": "tried in roster-import/arrivals.test.ts",
  "dropTransferRequest.request_id": "tried in roster-import/arrivals.test.ts",
  "markDistinct.user_ids": "who is outside is not there; tried in people/people.test.ts",
  "exportPeople.user_ids": "who is outside is left out; tried in people/people.test.ts",
  "countPeople.grade_id": "a word of the curriculum, the same everywhere",
  "searchContent.subject_id": "a word of the curriculum, the same everywhere",
};

/** Field names that hold people's own words or the caller's own data: nothing is looked up by them. */
export const SAYINGS: ReadonlySet<string> = new Set([
  // secrets, each good for whoever holds it, whatever the school
  "password",
  "old_password",
  "new_password",
  "credential",
  "invitation",
  "code",
  "check",
  "passkey",
  // sealed for the person who asked for it
  "offer",
  "response",
  // how somebody is reached or called
  "account",
  "receiver",
  "mobile",
  "email",
  "name",
  // what an app's entry says of itself
  "description",
  "url",
  "badge",
  "pinyin",
  "aliases",
  "filing_number",
  "shelf_state",
  "roles",
  "clients",
  "claims",
  "settings",
  // its schools: catalogue/editing/save-app.test.ts
  "roster",
  "open_at",
  "close_at",
  "stage_ids",
  "grade_ids",
  "allow_identities",
  "deny_identities",
  // texts
  "title",
  "content",
  "keyword",
  "notes",
  "version",
  "min_version",
  "effective_day",
  "filename",
  "mime",
  "fields",
  "view",
  "as_of",
  "client",
  "event",
  "events",
  "page",
  "detail",
  "consents",
  "reason",
  "why",
  "sentence",
  "until",
  "answer",
  "agreements",
  "eye_protection",
  // where the page before ended
  "after",
  // words of ours; the identity that a call acts under is tried for itself
  "identity",
]);

/** Inputs sent in place of examples that hold for one person only. */
export const INPUTS: Partial<Record<CallName, Readonly<Record<string, unknown>>>> = {
  readUserDetail: {},
  readApps: {},
  readPeople: {},
  countPeople: {},
  readSchools: {},
  exportPeople: {},
  readOverview: {},
  readAudit: {},
  exportAudit: {},
};

/** Hats that the feature itself refuses (40005), though the call is declared for them. */
export const NOT_FOR: Partial<Record<CallName, readonly ActorRole[]>> = {
  // wants a right of the kind of change
  planChange: ["teacher", "head", "student", "parent"],
  // a second step is for adults (SE-10)
  beginTotp: ["student"],
  beginPasskey: ["student"],
  // the parents' to ask for
  requestErasure: ["student"],
  // a child under 14 puts nothing before a guardian has agreed (SE-08)
  readUploadPermission: ["student"],
};

/** Calls that show a manager something of a child, with what they must be sent for it. */
export const ALSO: Partial<Record<CallName, readonly Readonly<Record<string, unknown>>[]>> = {
  readFeedbackList: [{ side: "staff" }],
  readClassRoster: [{}, { class_id: "class-near" }],
  readInvitations: [{}],
  readSchoolRequests: [{}],
};
