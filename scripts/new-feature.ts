// `npm run new -- <feature> <中文名>`: writes a feature's files and its lines in the lists that know every feature.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The spellings of a feature's word: `class-notice`, `classNotice`, `ClassNotice`, `class_notice`, `CLASS_NOTICE`. */
interface Names {
  kebab: string;
  camel: string;
  pascal: string;
  snake: string;
  constant: string;
  chinese: string;
}

/** A line to add to a list of features, before the first text that matches. */
interface Listed {
  file: string;
  before: RegExp;
  line: string;
}

/** Writes a feature into the project at `root`. Returns the written and the changed files, or throws one clear sentence. */
export function newFeature(
  root: string,
  word: string,
  chinese: string,
): { written: string[]; changed: string[] } {
  if (!/^[a-z]+(-[a-z]+)*$/.test(word)) {
    throw new Error(`“${word}”不能作功能名：请用小写英文单词，用 - 连接。`);
  }
  if (!/^\p{Script=Han}{1,12}$/u.test(chinese)) {
    throw new Error("请再给出这个功能的中文名，1 到 12 个汉字。");
  }
  const names = spellings(word, chinese);
  const files = filesOf(names, nextMigration(path.join(root, "server/migrations")));
  const there = Object.keys(files).find((file) => existsSync(path.join(root, file)));
  if (there !== undefined) throw new Error(`已经有 ${there}，没有写入任何文件。`);
  // every list is read before anything is written: one that has changed its shape is noticed in time
  const changed = new Map<string, string>();
  for (const { file, before, line } of listedIn(names)) {
    const text = changed.get(file) ?? readFileSync(path.join(root, file), "utf8");
    const at = text.search(before);
    if (at === -1) throw new Error(`${file} 里没有 ${before}，没有写入任何文件。`);
    changed.set(file, text.slice(0, at) + line + text.slice(at));
  }
  for (const [file, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return { written: Object.keys(files), changed: [...changed.keys()] };
}

function spellings(kebab: string, chinese: string): Names {
  const words = kebab.split("-");
  const pascal = words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join("");
  const snake = words.join("_");
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { kebab, pascal, snake, camel, constant: snake.toUpperCase(), chinese };
}

function nextMigration(folder: string): string {
  const last = Math.max(...readdirSync(folder).map((name) => Number.parseInt(name, 10) || 0));
  return String(last + 1).padStart(3, "0");
}

function listedIn({ kebab, camel, pascal, constant, chinese }: Names): Listed[] {
  const contract = "contract/src/index.ts";
  const examples = "contract/examples/index.ts";
  const tables = "server/src/database/tables.ts";
  const personal = "server/src/privacy/tables.ts";
  const app = "server/src/app.ts";
  return [
    {
      file: contract,
      before: /\n\/\*\* Every call of the platform/,
      line: `import { read${pascal}s } from "./${kebab}.ts";\n`,
    },
    { file: contract, before: /\} as const satisfies Record/, line: `  read${pascal}s,\n` },
    { file: contract, before: /$(?![\s\S])/, line: `export * from "./${kebab}.ts";\n` },
    {
      file: examples,
      before: /\nexport \{ described/,
      line: `import { ${constant}_EXAMPLES } from "./${kebab}.ts";\n`,
    },
    { file: examples, before: /\n\};/, line: `\n  ...${constant}_EXAMPLES,` },
    // the names of the API page are the last list of the file
    { file: examples, before: /\n\};\n$(?![\s\S])/, line: `\n  "${kebab}": "${chinese}",` },
    {
      file: tables,
      before: /\n\/\*\* The tables of/,
      line: `import type { ${pascal}Tables } from "./tables/${kebab}.ts";\n`,
    },
    { file: tables, before: /SchoolTables,/, line: `${pascal}Tables,\n    ` },
    {
      file: personal,
      before: /import type \{ TableData/,
      line: `import { ${constant}_DATA } from "./columns/${kebab}.ts";\n`,
    },
    { file: personal, before: /\.\.\.PERSONAL_DATA_DATA/, line: `...${constant}_DATA,\n  ` },
    {
      file: app,
      before: /import \{ telemetryRoutes/,
      line: `import { ${camel}Routes } from "./${kebab}/routes.ts";\n`,
    },
    {
      file: app,
      before: /await app\.register\(launchRoutes/,
      line: `await app.register(${camel}Routes);\n  `,
    },
    { file: "web/src/app/guard.ts", before: /\| "Continue"/, line: `| "${pascal}"\n  ` },
    {
      file: "web/src/app/further-routes.ts",
      before: / {2}\{\n {4}name: "Module"/,
      line: `  {
    name: "${pascal}",
    path: "/${kebab}",
    title: "${chinese}",
    load: () => import("../features/${kebab}/page.tsx"),
  },
`,
    },
    {
      file: "e2e/screens/screens.ts",
      before: / {2}QrConfirm: \[/,
      line: `  ${pascal}: [member("${kebab}", "/${kebab}", "${chinese}")],\n`,
    },
  ];
}

/** Returns the stub files: one table of a school's own, one call that reads it, and a page that shows it in all its states. */
function filesOf(names: Names, migration: string): Record<string, string> {
  const { kebab, camel, pascal, snake, constant, chinese } = names;
  return {
    [`contract/src/${kebab}.ts`]: `import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Time } from "./schema.ts";

export const ${pascal} = Type.Object({ id: Id, title: Type.String(), created_at: Time });
export type ${pascal} = Static<typeof ${pascal}>;

export const read${pascal}s = declareCall({
  method: "GET",
  path: "/dt-platform/v1/${kebab}",
  who: "member",
  summary: "${chinese}",
  feature: "${kebab}",
  input: Type.Object({}),
  answer: Type.Array(${pascal}),
});
`,
    [`contract/examples/${kebab}.ts`]: `import type { ExamplesOf } from "./example.ts";

export const ${constant}_EXAMPLES: ExamplesOf<"read${pascal}s"> = {
  read${pascal}s: {
    description: "本校的${chinese}，新的在前。",
    input: {},
    answer: [{ id: "${kebab}-1", title: "${chinese}", created_at: "2026-09-01T08:00:00.000Z" }],
  },
};
`,
    [`server/migrations/${migration}-${kebab}.sql`]: `-- ${pascal}: one school's own.

create table ${snake} (
  school_id text not null references school (id),
  id text not null,
  title text not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create index ${snake}_newest on ${snake} (school_id, created_at desc);
select row_security_by_school('${snake}');
`,
    [`server/src/database/tables/${kebab}.ts`]: `import type { Timestamp } from "./column-types.ts";

export interface ${pascal}Tables {
  ${snake}: ${pascal}Table;
}

export interface ${pascal}Table {
  school_id: string;
  id: string;
  title: string;
  created_at: Timestamp;
}
`,
    [`server/src/privacy/columns/${kebab}.ts`]: `import { nobodys, type TableData } from "../declare.ts";

/** A column that holds something of a person gets its class in place of \`nobodys\`. */
export const ${constant}_DATA = {
  ${snake}: nobodys(["school_id", "id", "title", "created_at"]),
} as const satisfies Record<string, TableData>;
`,
    [`server/src/${kebab}/routes.ts`]: `import type { FastifyInstance } from "fastify";
import { read${pascal}s } from "#contract";
import { serve } from "../http/serve.ts";

export async function ${camel}Routes(app: FastifyInstance): Promise<void> {
  serve(app, read${pascal}s, async ({ caller: { school } }) => {
    const rows = await app.db
      .selectFrom("${snake}")
      .select(["id", "title", "created_at"])
      .where("school_id", "=", school.id)
      .orderBy("created_at", "desc")
      .execute();
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  });
}
`,
    [`server/src/${kebab}/${kebab}.test.ts`]: `import { afterAll, beforeAll, expect, test } from "vitest";
import { read${pascal}s } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

let at: TestApp;
let school: string;

beforeAll(async () => {
  at = await buildTestApp();
  school = await makeSchool(at.db);
  const elsewhere = await makeSchool(at.db);
  const memberships = [{ school, identity: "teacher" as const }];
  await makePerson(at.db, { account: "member", memberships });
  for (const school_id of [school, elsewhere]) {
    const row = { school_id, id: "1", title: school_id, created_at: new Date() };
    await at.db.insertInto("${snake}").values(row).execute();
  }
});
afterAll(() => at.close());

test("a member reads what their own school has, and nothing of another one", async () => {
  const { headers } = await signIn(at.app, "member");
  const { body } = await send(at.app, read${pascal}s, {}, { headers });
  expect(body.data).toEqual([expect.objectContaining({ title: school })]);
});

test("without a session nothing is read", async () => {
  const { body } = await send(at.app, read${pascal}s);
  expect(body.code).toBe(401);
});
`,
    [`web/src/features/${kebab}/page.tsx`]: `import { read${pascal}s } from "#contract";
import { send } from "../../api/client.ts";
import { failureText } from "../../api/failures.ts";
import { useQuery } from "../../api/query.ts";
import { useSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const QUIET = { quietGeneral: true, quietError: true };

export default function ${pascal}Page() {
  const identity = useSession((session) => session.identity);
  const key = \`${kebab}:\${identity ?? ""}\`;
  const { data, error, reload } = useQuery(key, () => send(read${pascal}s, {}, QUIET));
  return (
    <main>
      <h1>${chinese}</h1>
      {data !== undefined ? (
        data.length === 0 ? (
          <EmptyState title="还没有${chinese}" />
        ) : (
          <ul>
            {data.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        )
      ) : error === undefined ? (
        <Skeleton height={240} />
      ) : (
        <EmptyState
          role="alert"
          icon="warning"
          title="没有加载出来"
          action={<Button onClick={() => void reload()}>重试</Button>}
        >
          {failureText(error)}
        </EmptyState>
      )}
    </main>
  );
}
`,
  };
}
