import { COHORTS } from "./given-names.ts";
import type { Gender, PersonName } from "./model.ts";
import type { Random } from "./random.ts";

/** Surnames with their share of the population, in ten-thousandths. */
const SURNAMES: readonly (readonly [string, number])[] = (
  "王720 李710 张680 刘540 陈450 杨310 黄230 赵200 吴200 周190 徐140 孙130 马130 朱120 胡120 郭115 何115 林115 " +
  "罗105 高100 郑93 梁84 谢78 宋70 唐69 许66 韩65 邓64 冯62 曹59 彭58 曾58 肖56 田54 董52 潘50 袁50 蔡48 蒋47 " +
  "余47 于44 杜44 叶43 程43 魏42 苏42 吕41 丁39 任38 卢38 姚38 沈37 钟36 姜35 崔34 谭34 陆33 范32 汪31 廖31 " +
  "石30 金30 韦29 贾29 夏29 付28 方28 邹27 熊26 白26 孟25 秦24 邱24 侯24 江23 尹22 薛22 闫21 段21 雷21 龙20 " +
  "黎20 史20 陶20 贺20 毛19 郝19 顾19 龚19 邵19 万18 覃17 武17 钱17 戴17 严16 莫15 孔15 向15 常15 汤14 康14 " +
  "易13 乔13 赖13 文12 庞12 樊11 兰11 殷11 施11 洪11 温10 芦10 颜10 柳10 邢10 安9 齐9 欧阳7 司徒2 上官1 诸葛1"
)
  .split(" ")
  .map((entry) => {
    const [, surname = "", weight = ""] = /^(\D+)(\d+)$/.exec(entry) ?? [];
    return [surname, Number(weight)] as const;
  });

/** Names that are not given: those mocked for their sound, and those of the demo's named people. */
const NEVER = new Set(
  "杨伟 范剑 范健 夏建 夏健 吴德 吴能 史珍 秦寿 贾义 林岚 林小满 赵一凡 赵一诺 陈静 孙浩 王芳 何志 吴归书 程旧 梁地 梁思齐".split(
    " ",
  ),
);

export function pickSurname(random: Random): string {
  return random.weighted(SURNAMES);
}

/** Returns a name that was common for people born in that year. */
export function makeName(
  random: Random,
  gender: Gender,
  birthYear: number,
  family: string = pickSurname(random),
): PersonName {
  const cohort = COHORTS.find(({ since }) => birthYear >= since);
  if (!cohort) throw new Error(`No names for people born in ${birthYear}`);
  for (;;) {
    const given = random.pick(cohort.names[gender]);
    if (!NEVER.has(family + given) && !given.startsWith(family)) return { family, given };
  }
}
