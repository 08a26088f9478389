import {
  IDENTITY_NAMES,
  login,
  readApps,
  readUserDetail,
  REFUSALS,
  rolesOf,
  saveSetting,
  searchContent,
  type AnswerOf,
  type App,
  type AppsAnswer,
  type Call,
  type Category,
  type Identity,
  type InputOf,
  type LoginAnswer,
  type SearchAnswer,
  type Setting,
  type User,
} from "#contract";
import { ApiError } from "./failures.ts";
import type { CallInput } from "./request.ts";
import { isRecord, readAs } from "./read-as.ts";
import { READINGS } from "./answer-shapes.ts";

/** The client's `send`, for the further calls that completing an answer needs. */
type Send = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options: { quietGeneral: true; quietError: true; token: string },
) => Promise<AnswerOf<C>>;

/**
 * Returns what the contract declares, made of what another server answered: the seed names calls and fields, and shows
 * few of their shapes (RQ-08). Throws where that cannot be. Only here does the page deal with servers that are not ours.
 */
export async function readFromAnyServer(
  path: string,
  input: CallInput,
  data: unknown,
  send: Send,
): Promise<unknown> {
  const reading = READINGS[path];
  if (reading === undefined) return data;
  const { shape, isNullable, echoes } = reading;
  if (isNullable && !isRecord(data)) return null;
  let given = echoes ? { ...input, ...(isRecord(data) ? data : {}) } : data;
  if (path === readUserDetail.path) given = withSchoolIdentity(given, input);
  const answer = readAs(shape, given);
  if (answer === undefined) throw new ApiError(REFUSALS.fault.code, "");
  return COMPLETED[path]?.(answer as never, input, send) ?? answer;
}

/** Fields that are derived from the rest of an answer where they are left out, by path. */
const COMPLETED: Readonly<
  Record<string, (answer: never, input: CallInput, send: Send) => unknown>
> = {
  [login.path]: completedLogin,
  [readUserDetail.path]: completedUser,
  [readApps.path]: completedApps,
  [searchContent.path]: completedSearch,
};

/** Fills in the signed-in person from the user's details where the login answer lacks them. Throws when there is no token. */
async function completedLogin(
  answer: LoginAnswer,
  { account }: CallInput,
  send: Send,
): Promise<LoginAnswer> {
  const { token, auth_data } = answer;
  if (token === "") throw new ApiError(REFUSALS.fault.code, "");
  if (auth_data.user_id !== "" && auth_data.account !== "") return answer;
  const user = await send(readUserDetail, {}, { quietGeneral: true, quietError: true, token });
  return {
    ...answer,
    auth_data: {
      ...auth_data,
      user_id: user.id ?? "",
      account: user.account || String(account),
      name: user.name ?? "",
      identity: user.identity ?? null,
    },
  };
}

/** Adds the identity to a school that lacks it: the current school belongs to the current identity. */
function withSchoolIdentity(data: unknown, { identity: asked }: CallInput): unknown {
  if (!isRecord(data) || !isRecord(data["school"])) return data;
  const { identities, identity = asked } = data;
  const first: unknown = Array.isArray(identities) ? identities[0] : null;
  const held = identity ?? (isRecord(first) ? first["type"] : undefined);
  return { ...data, school: { identity: held, ...data["school"] } };
}

const SETTING = readAs(READINGS[saveSetting.path]?.shape ?? null, {}) as Setting;

/** Completes a user: the identity is the one asked for, else the first held; the school is that identity's first enabled one. */
function completedUser(user: User, { identity: asked }: CallInput): User {
  const { account = "", schools = [], identities = [], charge_classes = [] } = user;
  const abled = schools.filter((school) => school.is_abled);
  const identity =
    user.identity ?? heldIdentity(asked) ?? identities[0]?.type ?? abled[0]?.identity ?? null;
  const spoken = identity === null ? "" : IDENTITY_NAMES[identity];
  const school = user.school ?? abled.find((one) => one.identity === identity) ?? null;
  const own = identity === null ? [] : rolesOf(identity, charge_classes);
  return {
    ...user,
    name: user.name || account || spoken,
    identity,
    school,
    roles: [...new Set([...(user.roles ?? []), ...own])],
    setting: withEyes(user.setting ?? SETTING),
  };
}

function heldIdentity(asked: unknown): Identity | undefined {
  return typeof asked === "string" && asked in IDENTITY_NAMES ? (asked as Identity) : undefined;
}

/** Replaces an interval of zero by the default: with zero a break would never end. */
function withEyes(setting: Setting): Setting {
  const { eye_protection: eyes } = setting;
  if (eyes.interval > 0) return setting;
  return { ...setting, eye_protection: { ...eyes, interval: SETTING.eye_protection.interval } };
}

/** Puts apps without a known category on a last shelf, and drops those without an id, which cannot be opened. */
function completedApps(answer: AppsAnswer): AppsAnswer {
  const known = new Set(answer.category.map(({ id }) => id).filter((id) => id !== ""));
  const category = answer.category.filter(({ id }) => known.has(id));
  const rest: Category = {
    id: "other",
    name: known.size === 0 ? "全部应用" : "其他应用",
    sort: Math.max(0, ...category.map(({ sort }) => sort)) + 1,
  };
  const placed = (app: App) =>
    known.has(app.category_id) ? app : { ...app, category_id: rest.id };
  const apps = answer.apps.filter(({ id }) => id !== "").map(placed);
  return { ...answer, apps, category: [...category, rest] };
}

/** Drops entries without an id, and counts the rest where a server did not. */
function completedSearch(answer: SearchAnswer): SearchAnswer {
  const items = answer.items.filter(({ id }) => id !== "");
  return { ...answer, items, total: Math.max(answer.total, items.length) };
}
