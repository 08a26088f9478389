import type { PasswordSheet, SheetRow } from "#contract";
import { escaped } from "../shell/escaped.ts";
import { dayText } from "../shell/words.ts";

/** The layouts for printing temporary passwords: a letter each, cards to cut out, or one list. */
export const LAYOUTS = { letters: "每人一封信", cards: "剪开的卡片", list: "一张名单" } as const;
export type Layout = keyof typeof LAYOUTS;

/** The platform that the passwords are for. */
export interface SheetPlace {
  /** The page's address as people type it. */
  address: string;
}

/** Returns the class of a pupil, or whose guardian it is: by that a slip finds its way home. */
export const whereOf = ({ class_name, children }: SheetRow) =>
  class_name !== "" || children === undefined ? class_name : `${children}的家长`;

const STYLE = `
  @page { size: A4; margin: 15mm; }
  * { box-sizing: border-box; margin: 0; }
  html { font: 12pt/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: #000; }
  .secret { font: 700 18pt/1.4 ui-monospace, Consolas, monospace; letter-spacing: .08em; white-space: nowrap; }
  .name { font-weight: 700; overflow-wrap: anywhere; }
  .soft { color: #444; }
  .letter { break-after: page; padding-top: 30mm; }
  .letter:last-child { break-after: auto; }
  .letter h1 { font-size: 18pt; margin-bottom: 8mm; overflow-wrap: anywhere; }
  .letter dl { margin: 8mm 0; padding: 6mm; border: 1px solid #888; border-radius: 3mm; }
  .letter dt { color: #444; }
  .letter dd + dt { margin-top: 4mm; }
  .letter dd { font-size: 14pt; overflow-wrap: anywhere; }
  .letter li + li { margin-top: 2mm; }
  .letter ol + p { margin-top: 8mm; }
  .cards { display: grid; grid-template-columns: 1fr 1fr; }
  .card { break-inside: avoid; min-height: 53mm; padding: 5mm; border: 1px dashed #888; font-size: 11pt; line-height: 1.45; overflow-wrap: anywhere; }
  .card .secret { font-size: 16pt; }
  .card .soft { display: inline-block; text-wrap: balance; }
  h1.head { font-size: 15pt; margin-bottom: 4mm; }
  table { width: 100%; border-collapse: collapse; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  th, td { padding: 2mm 3mm; border-bottom: 1px solid #aaa; text-align: left; overflow-wrap: anywhere; }
  /* 三年级（2）班 on one line */
  th:first-child { width: 38mm; }
  td.secret { font-size: 13pt; overflow-wrap: normal; }
`;

/** Returns the document that is printed; nothing of one person stands on another's card or letter. */
export function sheetHtml(sheet: PasswordSheet, layout: Layout, place: SheetPlace): string {
  const until = dayText(sheet.valid_until);
  const body =
    layout === "letters"
      ? sheet.rows.map((row) => letter(row, until, place)).join("")
      : layout === "cards"
        ? `<div class="cards">${sheet.rows.map((row) => card(row, until, place)).join("")}</div>`
        : list(sheet, until, place);
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${LAYOUTS[layout]}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

function letter(row: SheetRow, until: string, { address }: SheetPlace): string {
  const { name, account, password, school_name } = row;
  return `<section class="letter"><h1>${escaped(name)}：</h1>
    <p>这是登录学校平台的账号和临时密码，请收好，不要给别人看。</p>
    <dl><dt>账号</dt><dd>${escaped(account)}</dd><dt>临时密码</dt><dd class="secret">${escaped(password)}</dd>
    <dt>网址</dt><dd>${escaped(address)}</dd></dl>
    <ol><li>打开上面的网址，输入账号和临时密码。</li><li>按提示设一个自己的新密码。</li><li>以后用自己的密码登录。</li></ol>
    <p class="soft">临时密码在${until}之前有效，只能用来设新密码。</p>
    <p class="soft">${escaped([school_name, whereOf(row)].filter(Boolean).join(" "))}</p></section>`;
}

function card(row: SheetRow, until: string, { address }: SheetPlace): string {
  const { name, account, password } = row;
  return `<section class="card"><p><span class="name">${escaped(name)}</span> <span class="soft">${escaped(whereOf(row))}</span></p>
    <p>账号　${escaped(account)}</p><p>临时密码</p><p class="secret">${escaped(password)}</p>
    <p class="soft">${escaped(address)}</p><p class="soft">${until}前有效，登录后请设自己的密码</p></section>`;
}

function list({ rows }: PasswordSheet, until: string, { address }: SheetPlace): string {
  const lines = rows.map(
    (row) =>
      `<tr><td>${escaped(whereOf(row))}</td><td class="name">${escaped(row.name)}</td><td>${escaped(row.account)}</td><td class="secret">${escaped(row.password)}</td></tr>`,
  );
  return `<h1 class="head">临时密码（${rows.length} 人）</h1><p class="soft">${escaped(address)}　${until}前有效，登录后请设自己的密码</p>
    <table><thead><tr><th>班级</th><th>姓名</th><th>账号</th><th>临时密码</th></tr></thead><tbody>${lines.join("")}</tbody></table>`;
}
