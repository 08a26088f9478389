import { type Identity, IDENTITY_NAMES, isIdentity } from "#contract";
import type { Database } from "../database/database.ts";
import { choice, columns, command, count, flag, Misused, read, required, text } from "./command.ts";

/** Identities that run a deployment; pupils, teachers and parents come with a roster. */
const STAFF = ["admin", "inner_admin", "manager"] as const satisfies readonly Identity[];
const ACCOUNT = /^[a-z0-9][a-z0-9._@-]{1,63}$/;
const LISTED = 100;
const MAX_LIST_ENTRIES = 10_000;
const KEEP = "请妥善转告本人，这里不再显示。";

const PERSON = "账号；编号或唯一的姓名也可以";
const SCHOOL = "机构的编号、代码或名称";
const someone = text("账号", PERSON);

/** An option with an identity, by its word or its Chinese name. */
const identity = (about: string) =>
  read(
    "身份",
    about,
    (typed) => (isIdentity(typed) ? typed : identityNamed(typed)),
    ` ${Object.entries(IDENTITY_NAMES)
      .map(([id, name]) => `${id}（${name}）`)
      .join("、")} 之一`,
  );

/** Returns what an identity does not bring while the duties are apart, and whoever has two (GR-07). */
async function apart(db: Database, now: Date): Promise<string[]> {
  const { dutyFaults } = await import("../admin/duty.ts");
  const words =
    "三员分立已开启：区域和平台管理员的身份只能查看，职责用 npm run admin -- duty 指定。";
  return [words, ...(await dutyFaults(db, now))];
}

function identityNamed(name: string): Identity | undefined {
  return Object.keys(IDENTITY_NAMES)
    .filter(isIdentity)
    .find((id) => IDENTITY_NAMES[id] === name);
}

export const PERSON_COMMANDS = [
  command("admin create", {
    about:
      "给一个人管理平台或学校的身份；还没有这个账号时新建，密码由系统生成，只显示这一次\n先导入名册，机构由名册带来；没有这个机构时会先问，脚本里用 --new 表示要新建。",
    options: {
      account: required(
        read(
          "账号",
          "小写字母、数字、. _ @ -，2 到 64 个字符",
          (typed) => (ACCOUNT.test(typed.toLowerCase()) ? typed.toLowerCase() : undefined),
          " 2 到 64 个小写字母、数字、点、下划线、@ 或短横",
        ),
      ),
      name: text("姓名", "新建账号时必须写"),
      school: required(text("机构", SCHOOL)),
      identity: choice(
        STAFF,
        "admin（区域管理员，默认）、inner_admin（平台管理员）或 manager（学校管理员）",
      ),
      new: flag("没有这个机构时新建一个"),
    },
    run: async (given, { onDatabase, confirm, config, now }) => {
      const { account, name, school, identity = "admin", new: isNew = false } = given;
      const { createStaff } = await import("../admin/people.ts");
      const { findSchools } = await import("../school/api.ts");
      return onDatabase(async (db) => {
        const asked = { account, identity, school, ...(name !== undefined && { name }) };
        const isKnown = (await findSchools(db, school)).length > 0;
        const question = `还没有叫“${school}”的机构。名册里会有它的话请先导入名册，否则以后会有两个。现在新建吗？`;
        const makeSchool = !isKnown && (isNew || (await confirm(question)) === true);
        const { person, place, password } = await createStaff(db, { ...asked, makeSchool }, now());
        const at = `“${place.name}”（编号 ${place.id}${place.isNew ? "，新建" : ""}）`;
        const given = `已给“${person.name}”在${at}的身份：${IDENTITY_NAMES[identity]}。`;
        const granted = [given, ...(config().separateAdmins ? await apart(db, now()) : [])].join(
          "\n",
        );
        return password === undefined
          ? `${granted}\n账号：${account}，密码不变。`
          : `${granted}\n账号：${account}\n密码：${password}\n${KEEP}`;
      });
    },
  }),
  command("admin reset", {
    about: "为一个人重设密码，并结束他的全部登录\n密码由系统生成，只显示这一次。",
    options: { account: required(someone) },
    run: async ({ account }, { onDatabase, now }) => {
      const { resetPassword } = await import("../admin/people.ts");
      const { findPerson } = await import("../user/api.ts");
      return onDatabase(async (db) => {
        const person = await findPerson(db, account);
        const password = await resetPassword(db, person.account, now());
        return `账号：${person.account}\n密码：${password}\n${KEEP}`;
      });
    },
  }),
  ...(["disable", "enable"] as const).map((verb) =>
    command(`admin ${verb}`, {
      about:
        verb === "disable"
          ? "停用一个人、一个机构，或一个人在一个机构的身份\n只写 --account 停用此人并即刻结束他的全部登录；只写 --school 停用机构，其中的人一秒内不能再以它的身份使用平台；都写则只停用此人在那里的身份。"
          : "重新启用一个人、一个机构，或一个人在一个机构的身份",
      options: { account: text("账号", PERSON), school: text("机构", SCHOOL) },
      oneOf: ["account", "school"],
      run: async (asked, { onDatabase, now }) => {
        const { setAccess } = await import("../admin/access.ts");
        return onDatabase((db) => setAccess(db, { ...asked, enabled: verb === "enable" }, now()));
      },
    }),
  ),
  command("admin reset-factor", {
    about:
      "删去一个人的全部两步验证（验证器、通行密钥、恢复码），并结束他的全部登录\n请先核对身份。",
    options: { account: required(someone) },
    run: async ({ account }, { onDatabase, now }) => {
      const { resetFactor } = await import("../admin/access.ts");
      const { findPerson } = await import("../user/api.ts");
      return onDatabase(async (db) => {
        const person = await findPerson(db, account);
        await resetFactor(db, person.account, now());
        return `账号：${person.account}\n两步验证已经删去，全部登录已经结束。请本人用密码登录后重新设置。`;
      });
    },
  }),
  command("admin duty", {
    about:
      "三员分立（SEPARATE_ADMINS=on）：指定系统管理员、安全管理员或审计管理员；写 none 收回此人的全部职责\n一个人只能有一种。先为三种各指定一人，再开启；以后由安全管理员在网页的“权限”里授予。",
    places: ["账号", "职责"],
    options: {
      school: text("机构", "区域或学校的编号、代码或名称；不写为全平台"),
    },
    run: async ({ school }, { onDatabase, now }, [account = "", word = ""]) => {
      const { DUTY_WORDS, setDuty } = await import("../admin/duty.ts");
      const duty = DUTY_WORDS.find((one) => one === word);
      if (duty === undefined) throw new Misused(`职责应为 ${DUTY_WORDS.join("、")} 之一。`);
      const asked = { account, duty, ...(school !== undefined && { school }) };
      return onDatabase((db) => setDuty(db, asked, now()));
    },
  }),
  command("admin invite", {
    about:
      "新建一个邀请码\n给出班级时请学生（或 --identity teacher）加入班级，给出学生账号时请他的家长绑定，都不给出时请教职工加入学校，身份为 teacher（默认）或 manager。",
    options: {
      school: required(text("学校", "学校的编号、代码或名称")),
      class: text("班级", "班级的编号、代码或名称"),
      child: text("账号", "学生的账号，编号或唯一的姓名也可以"),
      identity: choice(["manager", "teacher", "student"], "受邀的身份"),
      uses: count("次数", "可以用几次", 10_000),
      days: count("天数", "多少天内有效", 3650),
    },
    run: async (asked, { onDatabase, now }) => {
      if (asked.class !== undefined && asked.child !== undefined) {
        throw new Misused("--class 和 --child 只能写一个。");
      }
      const { invite } = await import("../admin/invite.ts");
      return onDatabase((db) => invite(db, asked, now()));
    },
  }),
  command("admin outbox", {
    about: "列出最近的验证码\n没有配置短信或邮件时，由管理员核对身份后转告本人。",
    options: {},
    run: async (_, { onDatabase, now }) => {
      const { outboxText } = await import("../admin/outbox.ts");
      return onDatabase((db) => outboxText(db, now()));
    },
  }),
  command("admin erasures", {
    about: "列出还没有执行的删除申请：谁的、谁申请的、哪天到期、哪所学校有异议",
    options: {},
    run: async (_given, { onDatabase }) => {
      const { pendingErasures } = await import("../privacy/api.ts");
      const { chinaDay } = await import("#contract");
      const rows = (await onDatabase(pendingErasures)).map((one) => [
        one.account,
        one.name,
        one.requested_by,
        chinaDay(one.requested_at),
        chinaDay(one.due_at),
        one.school === null ? "" : `${one.school}：${one.objection ?? ""}`,
      ]);
      return columns(["账号", "姓名", "申请人", "申请日", "到期日", "学校的异议"], rows);
    },
  }),
  command("admin person list", {
    about: "列出人员：编号、账号、姓名、在哪里是什么身份",
    options: {
      school: text("机构", SCHOOL),
      class: text("班级", "班级的编号、代码或名称，重名时写成 学校/班级"),
      identity: identity("只列出有这个身份的人，如 teacher 或 教师"),
      name: text("姓名", "姓名里有这几个字"),
      account: text("账号", "账号以它开头"),
      limit: count("条数", `最多列出多少人，默认 ${LISTED}`, MAX_LIST_ENTRIES),
    },
    run: async ({ limit = LISTED, ...asked }, { onDatabase }) => {
      const { listPeople } = await import("../user/api.ts");
      const { findClass, findSchool } = await import("../school/api.ts");
      return onDatabase(async (db) => {
        const { school, class: of, ...rest } = asked;
        const school_id = school === undefined ? undefined : (await findSchool(db, school)).id;
        const class_id = of === undefined ? undefined : (await findClass(db, of, school_id)).id;
        const people = await listPeople(db, { ...rest, school_id, class_id, limit: limit + 1 });
        const rows = people
          .slice(0, limit)
          .map(({ id, account, name, is_abled, held }) => [
            id,
            account,
            name,
            held.map((one) => `${one.school} ${IDENTITY_NAMES[one.identity]}`).join("；"),
            is_abled ? "" : "已停用",
          ]);
        const more =
          people.length > limit ? [`只列出了前 ${limit} 人，可以用 --limit 多列一些。`] : [];
        return [columns(["编号", "账号", "姓名", "身份", ""], rows), ...more].join("\n");
      });
    },
  }),
];
