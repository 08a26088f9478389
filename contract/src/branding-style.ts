import type { BrandingField, BrandingValues } from "./branding.ts";

/** The rules of a platform's branding: limits, contrast, style, links. Pure; for the page, the form and the server. */

/** Characters as people count them. */
export const BRANDING_LIMITS: Readonly<Record<BrandingField, number>> = {
  name: 12,
  owner: 30,
  welcome: 40,
  logo: 300,
  colour: 7,
  side_colour: 7,
  help_url: 300,
  feedback_url: 300,
  privacy_url: 300,
  icp: 40,
  police: 40,
};

/** Text on its ground, as people read it (WCAG 2.2, AA). */
const MIN_CONTRAST = 4.5;
/** Address of a picture that everybody may see (file-rules.ts). */
const PICTURE = /^\/file\/picture\/[\w-]{22}$/;
const WHITE = "#ffffff";
const BLACK = "#000000";
/** Colour of the soft text that stands on the side's ground (`--ink-soft`). */
const INK_SOFT = "#566171";
const SOFT = 0.92;
const BORDER = 0.7;
const DEEP = 0.2;

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Says what is wrong with a value, in a sentence for the person; undefined when nothing is. */
export function brandingFault(field: BrandingField, value: string): string | undefined {
  if (value === "") return "请填写，或者恢复默认";
  const most = BRANDING_LIMITS[field];
  if ([...value].length > most) return `最多 ${most} 个字`;
  switch (field) {
    case "logo":
      return PICTURE.test(value) ? undefined : "请上传一张图片";
    case "colour":
      return colourFault(value, [WHITE, softOf(value)], "浅", "白色的字和它放在一起", "深");
    case "side_colour":
      return colourFault(value, [INK_SOFT], "深", "上面的文字", "浅");
    case "help_url":
    case "feedback_url":
    case "privacy_url":
      return isAddress(value) ? undefined : "地址要以 https:// 或 http:// 开头，中间没有空格";
    case "icp":
      return /^\p{Script=Han}ICP[备证]\d{5,12}号(-\d{1,4})?$/u.test(value)
        ? undefined
        : "请按备案的写法填写，如：京ICP备12345678号-1";
    case "police":
      return /^\p{Script=Han}{1,3}公网安备\s?\d{14}号$/u.test(value)
        ? undefined
        : "请按备案的写法填写，如：京公网安备11010802012345号";
    default:
      return undefined;
  }
}

/** Returns the style sheet of the branding: the colours where nobody's identity brings its own, the logo, the side's ground; empty without any of them. */
export function brandingStyle(branding: BrandingValues): string {
  const { colour, side_colour, logo } = branding;
  const parts: string[] = [];
  if (isColour(colour)) {
    const deep = mixed(colour, BLACK, DEEP);
    parts.push(
      `html{--role:${colour};--role-strong:${colour};--role-deep:${deep};--role-soft:${softOf(colour)};` +
        `--role-border:${mixed(colour, WHITE, BORDER)};--role-on:${WHITE}}`,
    );
  }
  if (logo !== undefined && !/["\\\n<>]/.test(logo)) {
    parts.push(`#brand>:first-child::before{background:url("${logo}") center/contain no-repeat}`);
  }
  if (isColour(side_colour)) {
    parts.push(
      `@media (min-width:900px) and (min-height:480px){#brand{background:${side_colour}}}`,
    );
  }
  return parts.join("") + (brandingLinks(branding).length === 0 ? "" : FOOT_STYLE);
}

/** Only where nobody has signed in; a page there is as high as the window, with the foot. */
const FOOT_STYLE =
  "#site-foot{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 24px;padding:10px 16px;background:var(--ground);font-size:var(--text-s);line-height:24px}" +
  "#site-foot a{color:var(--ink-soft)}" +
  'body[class*="is-"] #site-foot{display:none}' +
  'body:not([class*="is-"]) #root main{min-height:calc(100vh - 44px)}';

export interface BrandingLink {
  text: string;
  href: string;
}

/** Returns what stands at the foot of the pages that are open to everybody. */
export function brandingLinks(branding: BrandingValues): BrandingLink[] {
  const { help_url, feedback_url, privacy_url, icp, police } = branding;
  const code = /\d{14}/.exec(police ?? "")?.[0] ?? "";
  const all: [string, string | undefined][] = [
    ["帮助", help_url],
    ["反馈", feedback_url],
    ["隐私说明", privacy_url],
    [icp ?? "", icp && "https://beian.miit.gov.cn/"],
    [police ?? "", police && `https://beian.mps.gov.cn/#/query/webSearch?code=${code}`],
  ];
  return all.flatMap(([text, href]) =>
    href !== undefined && isAddress(href) ? [{ text, href }] : [],
  );
}

export function isColour(value: string | undefined): value is string {
  return value !== undefined && /^#[0-9a-f]{6}$/i.test(value);
}

function colourFault(
  value: string,
  beside: readonly string[],
  wrong: "浅" | "深",
  what: string,
  better: "浅" | "深",
): string | undefined {
  if (!isColour(value)) return "颜色请写成 # 加六位，如 #00703C";
  const least = Math.min(...beside.map((other) => contrast(value, other)));
  if (least >= MIN_CONTRAST) return undefined;
  const ratio = (Math.floor(least * 10) / 10).toFixed(1);
  return `这个颜色太${wrong}，${what}看不清（对比度 ${ratio}，至少要 ${MIN_CONTRAST}）。请选${better}一些的颜色`;
}

function isAddress(value: string): boolean {
  if (/[\s"<>]/.test(value)) return false;
  try {
    const { protocol, hostname } = new URL(value);
    return (protocol === "https:" || protocol === "http:") && hostname !== "";
  } catch {
    return false;
  }
}

function softOf(colour: string): string {
  return isColour(colour) ? mixed(colour, WHITE, SOFT) : WHITE;
}

/** Mixes so much of another colour in, from 0 to 1. */
function mixed(colour: string, other: string, much: number): string {
  const [from, to] = [channels(colour), channels(other)];
  const parts = from.map((part, nth) => Math.round(part + ((to[nth] ?? 0) - part) * much));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
