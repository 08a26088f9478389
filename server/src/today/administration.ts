import { IDENTITY_NAMES, type Right, type TodayCard } from "#contract";
import { countWaitingSets } from "../change-set/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { overviewOf, readFailingApps, readJobs } from "../overview/api.ts";
import { type Scope, scopeOf, schoolsOf } from "../rights/rules.ts";
import { countSchools } from "../school/api.ts";
import { countWaitingFor } from "../school-request/api.ts";
import { card, type CardContext, page, type Source } from "./cards.ts";

/** Names that a card lists before it says how many more there are. */
const MAX_NAMED = 2;

async function scopeFor({ app, caller, now }: CardContext, right: Right) {
  return scopeOf(caller.held, right, await app.organisations.tree(), now);
}

/** Returns a source that sees rows of every school, for a caller who has the right somewhere. */
function withScope(
  right: Right,
  make: (scope: Scope, context: CardContext) => Promise<TodayCard[]>,
): Source {
  return async (context) => {
    const scope = await scopeFor(context, right);
    return scope === undefined ? [] : acrossSchools("administration", () => make(scope, context));
  };
}

/** Makes the card of changes, corrections and erasures that wait for the person's decision. */
export const approvalCards: Source = async (context) => {
  const { app, caller } = context;
  const approving = await scopeFor(context, "roster.approve");
  const [changes, requests] = await Promise.all([
    approving === undefined
      ? 0
      : acrossSchools("administration", () =>
          countWaitingSets(app.db, {
            user_id: caller.user_id,
            approves: approving.kind === "all" ? schoolsOf(approving) : approving.schools,
          }),
        ),
    countWaitingFor(app.db, caller),
  ]);
  if (changes + requests === 0) return [];
  const parts = [
    ...(changes > 0 ? [{ text: "变更等待审批", note: `${changes} 件` }] : []),
    ...(requests > 0 ? [{ text: "更正姓名、注销账号", note: `${requests} 件` }] : []),
  ];
  return [
    card({
      key: "approval",
      kind: "approval",
      label: "等您审批",
      title: `${changes + requests} 件`,
      lines: parts,
      opens: page(changes > 0 ? "/module/admin/changes" : "/module/class-roster"),
    }),
  ];
};

/** Makes the cards of a school's readiness, of the people who signed in today, and of apps that fail (AD-22). */
export const schoolCards: Source = withScope("report.read", async (scope, { app, caller }) => {
  const { schools, checks, sign_ins, apps } = await overviewOf(app, scope, caller.school.id);
  if (schools === 0) return [];
  const open = checks.filter(({ is_good }) => !is_good).length;
  const empty = checks.filter(({ is_empty }) => is_empty).length;
  const opens = page("/module/admin/overview");
  const today = sign_ins.map(({ identity, counts }) => ({
    text: IDENTITY_NAMES[identity],
    // of few pupils, no number is shown
    note: counts.at(-1) === null ? "人数太少，不显示" : `${counts.at(-1) ?? 0} 人`,
  }));
  const [pupils, teachers, parents] = today;
  return [
    card({
      key: "readiness",
      kind: "readiness",
      label: "学校就绪",
      title: open > 0 ? `${open} 项要处理` : empty > 0 ? `${empty} 项还没有可检查的` : "都准备好了",
      note: `共 ${checks.length} 项检查`,
      opens,
    }),
    card({
      key: "sign-ins",
      kind: "sign-ins",
      label: "今天登录",
      // a card without a title has an empty line there; the number of teachers is always shown
      title: teachers === undefined ? "" : `${teachers.text} ${teachers.note}`,
      lines: [pupils, parents].filter((line) => line !== undefined),
      opens,
    }),
    ...failing(apps),
  ];
});

/** Makes the card of the schools that a district's or the platform's administrator looks after. */
export const districtCards: Source = withScope("report.read", async (scope, { app }) => {
  const { enabled, disabled } = await countSchools(app.db, schoolsOf(scope));
  return [
    card({
      key: "schools",
      kind: "schools",
      label: "学校",
      title: `${enabled} 所在用`,
      note: disabled > 0 ? `${disabled} 所停用` : "没有停用的",
      opens: page("/module/admin/schools"),
    }),
  ];
});

/** Makes the card of imports and other jobs that run, or have failed in the last days. */
export const importCards: Source = withScope("report.read", async (scope, { app, now }) => {
  const jobs = await readJobs(app.db, scope, now);
  const failed = jobs.filter(({ state }) => state === "failed").length;
  const running = jobs.length - failed;
  if (jobs.length === 0) return [];
  return [
    card({
      key: "imports",
      kind: "imports",
      label: "导入和变更",
      title: failed > 0 ? `${failed} 件没有成功` : `${running} 件正在进行`,
      note: failed > 0 && running > 0 ? `另有 ${running} 件正在进行` : (jobs[0]?.words ?? ""),
      opens: page("/module/admin/changes"),
    }),
  ];
});

/** Makes the card of apps that people failed to open today. */
export const failingAppCards: Source = withScope("report.read", async (scope, { app, now }) =>
  failing(await readFailingApps(app.db, scope, now)),
);

function failing(apps: Awaited<ReturnType<typeof readFailingApps>>): TodayCard[] {
  const [worst] = apps;
  if (worst === undefined) return [];
  const named = apps.slice(0, MAX_NAMED).map(({ name, failures }) => ({
    text: name,
    note: `${failures} 次`,
  }));
  return [
    card({
      key: "apps",
      kind: "apps",
      label: "打不开的应用",
      title: `今天 ${apps.length} 个`,
      lines: named,
      opens: page("/module/admin/overview"),
    }),
  ];
}
