import { describe, expect, it } from "vitest";
import { postForm } from "../../../test/lti-tool.ts";
import { ask, launch, openLtiApp, token } from "./lti.fixture.ts";
import { dropExpired } from "./launcher.ts";
import { CLAIMS, MEDIA } from "./vocabulary.ts";

const at = openLtiApp();

describe("names and roles", () => {
  const members = async (query = "", by?: string) => {
    const message = await launch(at);
    const address = message.field(CLAIMS.namesRoles, "context_memberships_url");
    return ask(at, address + query, by === undefined ? {} : { bearer: by });
  };

  it("lists the class as the school knows it, with no more than the entry allows", async () => {
    const { statusCode, headers, body } = await members();
    expect([statusCode, headers["content-type"]]).toEqual([200, MEDIA.members]);
    const list = JSON.parse(body);
    expect(list.context.title).toBe("c32 班");
    expect(list.members.map(({ name }: { name: string }) => name).sort()).toEqual([
      "学生 xiaoman",
      "学生 yifan",
      "林岚",
    ]);
    for (const member of list.members) {
      expect(Object.keys(member).sort()).toEqual(["name", "roles", "status", "user_id"]);
    }
    expect(list.members.find(({ name }: { name: string }) => name === "林岚").user_id).toBe(
      (await launch(at)).sub,
    );
  });

  it("goes by pages and by role", async () => {
    const first = await members("?limit=2");
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers["link"]))?.[1] ?? "";
    const second = await ask(at, next);
    expect([first.json().members.length, second.json().members.length]).toEqual([2, 1]);
    expect(second.headers["link"]).toBeUndefined();
    expect((await members("?role=Learner")).json().members).toHaveLength(2);
    const instructors = encodeURIComponent(
      "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor",
    );
    expect((await members(`?role=${instructors}`)).json().members).toHaveLength(1);
    expect((await members("?role=Mentor")).json().members).toEqual([]);
  });
});

it("a network whose tokens are refused too often waits, whatever it sends", async () => {
  const right = await token(at);
  const address = (await launch(at)).field(CLAIMS.namesRoles, "context_memberships_url");
  const guessed = "a".repeat(43);
  for (let n = 0; n < 60; n += 1) {
    expect((await ask(at, address, { bearer: guessed })).statusCode).toBe(401);
  }
  for (const bearer of [guessed, right]) {
    const { statusCode, headers } = await ask(at, address, { bearer });
    expect([statusCode, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  }
  const assertion = await postForm(at.app, "/lti/token", { grant_type: "client_credentials" });
  expect(assertion.statusCode).toBe(429);
  at.now = new Date(at.now.getTime() + 60_000);
  expect((await ask(at, address, { bearer: right })).statusCode).toBe(200);
});

describe("assignments and grades", () => {
  const lineItems = async () => (await launch(at)).field(CLAIMS.endpoint, "lineitems");
  const pupil = async () => (await launch(at, await at.person("xiaoman", "student"))).sub;
  const create = async (body: object = {}) => {
    const made = await ask(at, await lineItems(), {
      method: "POST",
      body: { label: "测验一", scoreMaximum: 50, tag: "q1", resourceId: "r1", ...body },
    });
    expect([made.statusCode, made.headers["content-type"]]).toEqual([201, MEDIA.lineItem]);
    return made.json();
  };

  it("keeps, shows, changes and drops line items", async () => {
    const made = await create();
    expect((await ask(at, made.id)).json()).toEqual(made);
    const body = { label: "测验二", scoreMaximum: 60, startDateTime: "2026-09-01T00:00:00Z" };
    const changed = (await ask(at, made.id, { method: "PUT", body })).json();
    expect(changed).toEqual({ id: made.id, ...body, startDateTime: "2026-09-01T00:00:00.000Z" });
    expect((await ask(at, made.id, { method: "DELETE" })).statusCode).toBe(204);
    expect((await ask(at, made.id)).statusCode).toBe(404);
  });

  it("finds them by tag, resource and link, page by page", async () => {
    const link = (await launch(at)).field(CLAIMS.resourceLink, "id");
    const made = await create({ tag: "t7", resourceId: "r7", resourceLinkId: link });
    await create({ tag: "t8" });
    const all = await lineItems();
    for (const query of ["tag=t7", "resource_id=r7", `resource_link_id=${link}`]) {
      const { headers, body } = await ask(at, `${all}?${query}`);
      expect([headers["content-type"], JSON.parse(body)]).toEqual([MEDIA.lineItems, [made]]);
    }
    const first = await ask(at, `${all}?limit=1`);
    expect(first.json()).toHaveLength(1);
    expect(String(first.headers["link"])).toContain("page=2");
  });

  it("takes scores, the newest of each pupil, and gives results out of the line item's maximum", async () => {
    const [item, userId] = [await create(), await pupil()];
    const score = (scoreGiven: number, timestamp: Date, gradingProgress = "FullyGraded") =>
      ask(at, `${item.id}/scores`, {
        method: "POST",
        media: MEDIA.score,
        body: {
          userId,
          scoreGiven,
          scoreMaximum: 100,
          comment: "不错",
          timestamp: timestamp.toISOString(),
          activityProgress: "Completed",
          gradingProgress,
        },
      });
    expect((await score(90, at.now)).statusCode).toBe(204);
    expect((await score(10, new Date(at.now.getTime() - 1))).statusCode).toBe(409);
    expect((await score(10, at.now)).statusCode).toBe(409);
    const results = await ask(at, `${item.id}/results?user_id=${userId}`);
    expect(results.json()).toEqual([
      {
        id: `${item.id}/results/${userId}`,
        scoreOf: item.id,
        userId,
        resultScore: 45,
        resultMaximum: 50,
        comment: "不错",
      },
    ]);
    expect((await ask(at, `${item.id}/results?user_id=nobody`)).json()).toEqual([]);
    at.later(1);
    expect((await score(95, at.now, "Pending")).statusCode).toBe(204);
    expect((await ask(at, `${item.id}/results`)).json()).toEqual([]);
  });
});

it("forgets tokens and assertions that have run out, and only those", async () => {
  await token(at);
  const count = async () =>
    (await at.db.selectFrom("lti_access_token").select("token_hash").execute()).length;
  const before = await count();
  await dropExpired(at.db, at.now);
  expect(await count()).toBe(before);
  await dropExpired(at.db, new Date(at.now.getTime() + 3 * 3_600_000));
  expect(await count()).toBe(0);
});
