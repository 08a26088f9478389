/** By whom or by which import something was written, as far as its reader may know. */
export interface WriterFacts {
  /** The row was made; false: it was changed later. */
  is_made: boolean;
  how: "change" | "code" | "self" | "hand" | "command";
  table: string;
  /** The roster that owns the row; null: none. */
  source: string | null;
  /** Kind of the change; null: there was none. */
  kind: string | null;
  /** Name of the file that the change came from. */
  file: string | null;
  /** The change's place as seen from the reader's. */
  place: "own" | "district" | "platform" | "elsewhere";
  /** Name of whoever wrote it; null where the reader may not know, or nobody is left. */
  by: string | null;
  /** True where whoever wrote it is somebody of the platform still. */
  is_known: boolean;
  by_operator: boolean;
}

const PLACES = { district: "所在区", platform: "上级", elsewhere: "其他学校" } as const;
const IMPORTS: readonly string[] = ["roster-import", "one-roster-import"];

/**
 * Says who wrote something (AD-02). Of a change of a wider place, or of another school, only that: neither the file nor its
 * maker is the reader's to know.
 */
export function wordsOfWriter(facts: WriterFacts): string {
  const { is_made, how, table, source, kind, file, place } = facts;
  const act = is_made ? "建立" : "修改";
  if (how === "code") return table === "guardian" ? "家长用邀请码绑定" : "本人用邀请码加入";
  if (how === "self") return is_made ? "本人用邀请码注册" : "由本人修改";
  if (how === "command") return `由运维人员用命令${act}`;
  if (kind === "one-roster-import" && source !== null) {
    if (!is_made) return `按名册“${source}”修改`;
    const from = place === "own" && file !== null ? `（文件“${file}”）` : "";
    return `来自名册“${source}”${from}`;
  }
  const isImport = is_made && kind !== null && IMPORTS.includes(kind);
  if (place === "own" && file !== null) {
    return is_made ? `表格导入“${file}”` : `按表格“${file}”修改`;
  }
  if (how === "change" && place !== "own") {
    return `由${PLACES[place]}${isImport ? "导入" : act}`;
  }
  const who = whoOf(facts);
  if (isImport) return `由${who}导入`;
  if (kind === "school-year") return `新学年编班，由${who}提交`;
  return `由${who}${is_made ? "手工建立" : "修改"}`;
}

function whoOf({ by, is_known, by_operator }: WriterFacts): string {
  if (by_operator) return "运维人员";
  return by ?? (is_known ? "上级管理员" : "已注销的账号");
}

/** Says what is known of a row about which nothing was noted: a roster's first import, or long ago. */
export function wordsOfUnknown(source: string | null): string {
  return source === null ? "手工建立或表格导入，没有留下记录" : `来自名册“${source}”`;
}
