import writeExcelFile from "write-excel-file/node";
import { markFaults, readRosterFile } from "../server/src/roster-file/api.ts";
import { checkCharacter } from "../server/src/roster-file/id-number.ts";

/**
 * Reading of a large roster (RO-07): seconds, the most memory beyond what the process had, and the longest time that the
 * main thread was held up. Target: 50,000 rows of 20 columns in 20 s and 600 MB on two cores.
 * `npm run bench -- roster-file [rows] [columns]`
 */
const [rows = 50_000, columns = 20] = process.argv.slice(2).map(Number);

const HEADS =
  "姓名 性别 出生日期 学籍号 身份证件号 年级 班级 入学年月 监护人1姓名 监护人1关系 监护人1手机号 监护人2姓名 监护人2关系 监护人2手机号".split(
    " ",
  );

function rowOf(index: number): string[] {
  const day = new Date(Date.UTC(2014, 0, 1 + (index % 1500))).toISOString().slice(0, 10);
  const digits = `110105${day.replaceAll("-", "")}${String(100 + Math.floor(index / 1500)).padStart(3, "0")}`;
  const card = digits + checkCharacter(digits);
  const cells = [
    ...[`学生${index}`, index % 2 === 0 ? "男" : "女", day, `G${card}`, card, "三年级"],
    ...[`三（${(index % 20) + 1}）班`, "202309", `家长${index}`, "父亲"],
    ...[`138${String(index).padStart(8, "0")}`, `家长乙${index}`, "母亲", ""],
  ];
  for (let more = cells.length; more < columns; more += 1)
    cells.push(`不需要的内容 ${index} ${more}`);
  return cells.slice(0, columns);
}

const heads = Array.from({ length: columns }, (_, at) => HEADS[at] ?? `备用${at}`);
const all = [heads, ...Array.from({ length: rows }, (_, index) => rowOf(index))];
const csv = Buffer.from(all.map((cells) => cells.join(",")).join("\n"));
const xlsx = await writeExcelFile(
  all.map((cells) => cells.map((value) => ({ type: String, value }))),
).toBuffer();
all.length = 0;

const OPTIONS = { kind: "student" as const, remembered: {}, id_key: "bench" };

async function measure(name: string, work: () => Promise<string>): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  let last = performance.now();
  let longest = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
    longest = Math.max(longest, performance.now() - last - 10);
    last = performance.now();
  }, 10);
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  const memory = Math.round((most - before) / 2 ** 20);
  console.log(
    `${name.padEnd(12)} ${seconds.toFixed(1)} s, ${memory} MB more, main thread held up ${Math.round(longest)} ms; ${result}`,
  );
}

const read = (bytes: Uint8Array, name: string) => async () => {
  const { people, faults } = await readRosterFile(bytes, { ...OPTIONS, name });
  if (people.length !== rows) throw new Error(`${people.length} people, ${faults[0]?.message}`);
  return `${people.length} people of ${(bytes.length / 2 ** 20).toFixed(1)} MB`;
};
console.log(`${rows} rows, ${columns} columns`);
await measure("read .xlsx", read(xlsx, "名册.xlsx"));
await measure("read .csv", read(csv, "名册.csv"));
await measure("mark .xlsx", async () => {
  const { faults, sheets } = await readRosterFile(xlsx, { ...OPTIONS, name: "x", mapping: [] });
  const marked = await markFaults(xlsx, faults, { name: "x", sheets });
  return `${(marked.length / 2 ** 20).toFixed(1)} MB`;
});
