import type { SentNoticeWhole, UnconfirmedUnit } from "#contract";
import { escaped } from "../shell/escaped.ts";
import { momentText, numberText } from "../shell/words.ts";
import { guardiansText } from "./rules.ts";

const STYLE = `
  @page { size: A4; margin: 15mm; }
  * { box-sizing: border-box; margin: 0; }
  html { font: 12pt/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: #000; }
  h1 { font-size: 15pt; overflow-wrap: anywhere; }
  p { margin-bottom: 4mm; color: #444; }
  table { width: 100%; border-collapse: collapse; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  th, td { padding: 2mm 3mm; border-bottom: 1px solid #aaa; text-align: left; overflow-wrap: anywhere; }
  .sign { width: 45mm; }
`;

/** Returns the document that is printed: who has not confirmed, by class, with room for a signature. */
export function unconfirmedHtml(
  { title, place_name, who, sent_at }: SentNoticeWhole,
  units: readonly UnconfirmedUnit[],
): string {
  const rows = units.map(
    (unit) =>
      `<tr><td>${escaped(unit.classes)}</td><td>${escaped(unit.name)}</td><td>${escaped(guardiansText(unit))}</td><td></td></tr>`,
  );
  const about = [place_name, who, sent_at === null ? "" : `${momentText(sent_at)} 发送`];
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>还没有确认的名单</title><style>${STYLE}</style></head><body>
    <h1>${escaped(title)}：还没有确认的 ${numberText(units.length)} 份</h1><p>${escaped(about.filter(Boolean).join(" · "))}</p>
    <table><thead><tr><th>班级</th><th>姓名</th><th>等谁确认</th><th class="sign">签名</th></tr></thead><tbody>${rows.join("")}</tbody></table></body></html>`;
}
