import type { YearClass, YearPupil, YearView } from "#contract";
import { escaped } from "../shell/escaped.ts";
import { momentText, numberText } from "../shell/words.ts";

const STYLE = `
  @page { size: A4; margin: 15mm; }
  * { box-sizing: border-box; margin: 0; }
  html { font: 11pt/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: #000; }
  h1 { font-size: 16pt; margin-bottom: 4mm; }
  p { overflow-wrap: anywhere; }
  .list { columns: 2; margin-top: 5mm; column-gap: 8mm; }
  .line { display: flex; break-inside: avoid; padding: 1mm 0; border-bottom: 1px solid #aaa; }
  .code { flex: 1; font-family: ui-monospace, Consolas, monospace; }
  .gender { width: 10mm; }
`;

const GENDERS = { male: "男", female: "女" } as const;

/** Returns the published list as a page for A4: codes in place of names, with the seed and the hash to check it by. */
export function recordHtml(
  school: string,
  { seed, list_hash, count, drawn_at }: NonNullable<YearView["draw"]>,
  pupils: readonly YearPupil[],
  classes: readonly YearClass[],
): string {
  const names = new Map(classes.map(({ class_id, next_name }) => [class_id, next_name]));
  const lines = pupils
    .filter((one) => one.drawn_class_id !== null && one.code !== null)
    .sort((a, b) => ((a.code ?? "") < (b.code ?? "") ? -1 : 1))
    .map(({ code, gender, drawn_class_id }) => {
      const into = names.get(drawn_class_id ?? "") ?? "";
      return `<div class="line"><span class="code">${escaped(code ?? "")}</span><span class="gender">${
        gender === null ? "—" : GENDERS[gender]
      }</span><span>${escaped(into)}</span></div>`;
    });
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>新生分班抽签</title><style>${STYLE}</style>
<h1>${escaped(school)}新生分班抽签</h1>
<p>抽签时间：${escaped(momentText(drawn_at))}　人数：${numberText(count)}</p>
<p>种子：${escaped(seed)}</p>
<p>名单的 SHA-256：${escaped(list_hash)}</p>
<p>每位新生的编号由班主任告知家长。算法见平台文档“新学年”，用同样的种子和名单可以重复出同样的结果。</p>
<div class="list">${lines.join("")}</div></html>`;
}
