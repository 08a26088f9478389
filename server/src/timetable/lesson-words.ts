/** Telling apart of subject, teacher and room in words without labels: 「语文 王芳 301」. Pure. */

export interface LessonWords {
  subject: string;
  teacher: string;
  room: string;
  /** Words that are none of the three. */
  unknown: string[];
}

const SUBJECTS = new Set(
  [
    "语文 数学 英语 外语 科学 品德 道德与法治 道法 思想政治 政治 品德与生活 品德与社会 历史 地理 物理 化学 生物 音乐 美术 艺术 书法 写字 体育 体育与健康",
    "信息 信息科技 信息技术 通用技术 劳动 劳动教育 劳技 综合 综合实践 综合实践活动 心理 心理健康 阅读 作文 口语 校本 校本课程 地方 地方课程 安全 安全教育",
    "健康 健康教育 班会 队会 班队 班队会 班队活动 少先队活动 社团 社团活动 课后服务 延时服务 自习 晚自习 早读 晨读 午读 活动 研究性学习 国学 编程 舞蹈 足球 篮球",
  ].flatMap((line) => line.split(" ")),
);
const ROOM = /\d|(?:室|馆|场|楼|厅|机房|琴房|天文台|基地)$/;
const PERSON =
  /^[\p{Script=Han}·]{2,8}(?:[、,，][\p{Script=Han}·]{2,8})*$|^[\p{Script=Latin}][\p{Script=Latin}.'-]+$/u;

/** Returns whether a word is a subject that every school knows. */
export function isSubject(word: string): boolean {
  return SUBJECTS.has(word);
}

/** Returns whether a word is a place: 301, 音乐教室, 操场. */
export function isRoom(word: string): boolean {
  return ROOM.test(word);
}

/** Returns whether a word can be the name of a person, or of several. */
export function isPerson(word: string): boolean {
  return PERSON.test(word) && !isRoom(word) && !isSubject(word);
}

/** Reads words of a lesson, the subject first. Line breaks, blanks, brackets and strokes part them. */
export function readWords(text: string): LessonWords {
  const [first = "", ...others] = joined(piecesOf(text));
  const read: LessonWords = { subject: first, teacher: "", room: "", unknown: [] };
  for (const word of others) {
    const name = word
      .replace(/^(?:任课|授课)?(?:教师|老师)[:：]/, "")
      .replace(/(?<=.{2})老师$/, "");
    if (read.room === "" && isRoom(name)) read.room = name;
    else if (read.teacher === "" && isPerson(name)) read.teacher = name;
    else read.unknown.push(word);
  }
  return read;
}

/** Splits words; letters that stand apart for their looks are one word: 「语 文」. */
function piecesOf(text: string): string[] {
  return text
    .normalize("NFC")
    .replaceAll(/(?<=\p{Script=Han})(?:\s*[-—–])+\s*(?=[\p{Script=Han}\d])/gu, " ")
    .split(/[\n\r/／|@＠;；()（）[\]【】]+/)
    .flatMap((line) => {
      const words = line.split(/[\s\u3000]+/).filter((word) => word !== "");
      const apart: string[] = [];
      let wasSingle = false;
      for (const word of words) {
        const isSingle = /^\p{Script=Han}$/u.test(word);
        const last = apart.at(-1);
        if (isSingle && wasSingle && last !== undefined && !isSubject(last)) {
          apart[apart.length - 1] = last + word;
        } else apart.push(word);
        wasSingle = isSingle;
      }
      return apart;
    });
}

/** Puts together the subject that was broken over two lines: 「道德与\n法治」. */
function joined(pieces: string[]): string[] {
  const [first = "", second = "", ...rest] = pieces;
  return isSubject(first + second) && second !== "" ? [first + second, ...rest] : pieces;
}
