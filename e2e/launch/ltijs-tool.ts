import provided from "ltijs";
import { LtijsStore } from "./ltijs-store.ts";

/** A launch as ltijs hands it on, once it has verified the message. */
interface Launched {
  user: string;
  userInfo: { name?: string };
  platformContext: {
    roles: string[];
    context?: { id: string; title: string };
    custom?: Record<string, string>;
    resource?: { id: string; title: string };
  };
}

interface Member {
  user_id: string;
  name?: string;
  roles: string[];
}

interface Result {
  userId: string;
  resultScore: number;
  resultMaximum: number;
}

type Answer = { send(html: string): unknown };
type OnLaunch = (launched: Launched, request: unknown, answer: Answer) => Promise<unknown>;

/** Types for the part of ltijs that this test uses; the package has none. */
interface Ltijs {
  setup(key: string, database: { plugin: LtijsStore }, options: object): void;
  onConnect(listen: OnLaunch): void;
  onDeepLinking(listen: OnLaunch): void;
  deploy(options: { port: number; silent: boolean }): Promise<boolean>;
  close(options: { silent: boolean }): Promise<boolean>;
  registerPlatform(platform: object): Promise<unknown>;
  Grade: {
    createLineItem(launched: Launched, item: object): Promise<{ id: string }>;
    submitScore(launched: Launched, lineItem: string, score: object): Promise<unknown>;
    getScores(launched: Launched, lineItem: string, options: object): Promise<{ scores: Result[] }>;
    getLineItems(launched: Launched, options: object): Promise<{ lineItems: { id: string }[] }>;
  };
  NamesAndRoles: {
    getMembers(launched: Launched, options?: object): Promise<{ members: Member[]; next?: string }>;
  };
  DeepLinking: {
    createDeepLinkingForm(launched: Launched, items: object[], options: object): Promise<string>;
  };
}

/** The result of a launch at the tool; `error` is the refusal of a service. */
export interface ToolReport {
  launched: Launched;
  members: Member[];
  results: Result[];
  lineItems: number;
  error?: string;
}

export interface LtijsTool {
  reports: ToolReport[];
  /** Makes the tool known to a platform, and the platform to the tool. */
  meet(platform: string, clientId: string): Promise<void>;
  stop(): Promise<void>;
}

const ltijs = provided.Provider as Ltijs;

/** Starts a real tool: ltijs at `origin`, with its strictest validation. Only one per process. */
export async function startLtijs(origin: string): Promise<LtijsTool> {
  const reports: ToolReport[] = [];
  ltijs.setup(
    "a key that only this test has",
    { plugin: new LtijsStore() },
    { appRoute: "/", loginRoute: "/login", keysetRoute: "/keys", cookies: { sameSite: "Lax" } },
  );
  ltijs.onConnect(async (launched, _request, answer) => {
    const report = await work(launched);
    reports.push(report);
    const { userInfo, platformContext } = launched;
    return answer.send(`<!doctype html><meta charset="utf-8"><title>识字</title>
<h1>你好，${userInfo.name ?? ""}</h1><p id="identity">${platformContext.custom?.["identity"] ?? ""}</p>
<p id="class">${platformContext.context?.title ?? ""}</p>`);
  });
  ltijs.onDeepLinking(async (launched, _request, answer) => {
    const item = {
      type: "ltiResourceLink",
      title: "识字游戏",
      url: `${origin}/`,
      custom: { level: "1" },
      lineItem: { scoreMaximum: 20, label: "识字游戏", tag: "game" },
    };
    return answer.send(await ltijs.DeepLinking.createDeepLinkingForm(launched, [item], {}));
  });
  await ltijs.deploy({ port: Number(new URL(origin).port), silent: true });
  return {
    reports,
    async meet(platform, clientId) {
      await ltijs.registerPlatform({
        url: platform,
        name: "学门",
        clientId,
        authenticationEndpoint: `${platform}/lti/authorize`,
        accesstokenEndpoint: `${platform}/lti/token`,
        authConfig: { method: "JWK_SET", key: `${platform}/lti/jwks` },
      });
    },
    async stop() {
      await ltijs.close({ silent: true });
    },
  };
}

/** Uses every service: reads the class, sets up an exercise, grades the first pupil, reads the grade. */
async function work(launched: Launched): Promise<ToolReport> {
  const report: ToolReport = { launched, members: [], results: [], lineItems: 0 };
  try {
    const options = { limit: 20, pages: 5 };
    report.members = (await ltijs.NamesAndRoles.getMembers(launched, options)).members;
    const pupil = report.members.find(({ roles }) =>
      roles.some((role) => role.endsWith("#Learner")),
    );
    const item = { scoreMaximum: 50, label: "测验一", tag: "q1" };
    const { id } = await ltijs.Grade.createLineItem(launched, item);
    await ltijs.Grade.submitScore(launched, id, {
      userId: pupil?.user_id,
      scoreGiven: 90,
      scoreMaximum: 100,
      activityProgress: "Completed",
      gradingProgress: "FullyGraded",
    });
    report.results = (await ltijs.Grade.getScores(launched, id, {})).scores;
    report.lineItems = (await ltijs.Grade.getLineItems(launched, {})).lineItems.length;
  } catch (error) {
    report.error = String(error);
  }
  return report;
}
