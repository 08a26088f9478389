import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Actions, Section, Table } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact } from "../parts/facts.ts";
import css from "./page.module.css";
import { quoted } from "./probe.ts";
import type { Probe } from "./rules.ts";
import type { Coverage } from "./use-coverage.ts";

/**
 * Typefaces common on schools' devices, besides those of the product's stack; one that covers a whole group is the one
 * to install.
 */
const KNOWN_FACES = [
  "PingFang SC",
  "Microsoft YaHei",
  "Noto Sans CJK SC",
  "Noto Sans SC",
  "Source Han Sans SC",
  "HarmonyOS Sans SC",
  "MiSans",
  "SimSun",
  "SimSun-ExtB",
  "SimHei",
  "KaiTi",
  "FangSong",
  "STSong",
  "STKaiti",
  "Songti SC",
  "Kaiti SC",
  "Noto Serif CJK SC",
  "WenQuanYi Micro Hei",
  "Microsoft JhengHei",
  "MingLiU-ExtB",
  "Hiragino Sans GB",
  "Plangothic P1",
  "Jigmo2",
  "Microsoft Himalaya",
  "Microsoft Yi Baiti",
  "Segoe UI Symbol",
  "DejaVu Sans",
] as const;

/** Sample characters; a face that draws none of them is not on the device. */
const FACE_SAMPLES = ["A", "中", "𠀀", "བ", "ꀀ"] as const;

const isThere = (probe: Probe, face: string) =>
  FACE_SAMPLES.some((character) => probe.has(face, character));

/** Returns, for each face of the stack in order, whether it is on this device and what it displays. */
export function stackFacts(coverage: Coverage): Fact[] {
  if (coverage.state !== "known") return [];
  const { stack, probe } = coverage;
  const first = (character: string) =>
    stack.find((face) => probe.has(face, character)) ?? "字体栈以外";
  return [
    { name: "汉字", value: first("中") },
    { name: "西文与数字", value: first("A") },
    { name: "中文标点", value: first("，") },
    ...stack.map((face, index): Fact => {
      const there = isThere(probe, face);
      return {
        name: `第 ${index + 1} 个`,
        value: `${face}${there ? "" : "（这台设备没有）"}`,
        ...(there ? { state: "good" } : {}),
      };
    }),
  ];
}

export function StackSection({ coverage }: { coverage: Coverage }) {
  return (
    <Section title="字体栈" note="页面按顺序取第一个含有这个字的字体。">
      <FactList facts={stackFacts(coverage)} />
    </Section>
  );
}

/** Shows which of the typefaces common on schools' devices are installed here, and how much of each group of characters each covers. */
export function KnownFacesSection({ coverage }: { coverage: Coverage }) {
  const [looked, setLooked] = useState(false);
  if (coverage.state !== "known") return null;
  const { probe, stack, groups } = coverage;
  const faces = [...new Set<string>([...stack, ...KNOWN_FACES])];
  const there = looked ? faces.filter((face) => isThere(probe, face)) : [];
  return (
    <Section title="设备上的字体" note="逐个字体检查能显示多少，看看应该安装哪一个。" wide>
      {looked ? (
        <Table
          caption="设备上的字体"
          head={["字体", "字样", ...groups.map(({ group }) => group.title)]}
          rows={there.map((face) => ({
            key: face,
            cells: [
              face,
              <span key="sample" className={css["sample"]} style={{ fontFamily: quoted(face) }}>
                学门永 Ag 12
              </span>,
              ...groups.map(({ group: { characters } }) => {
                const count = characters.filter((one) => probe.has(face, one)).length;
                return count === characters.length ? "全" : `${count}/${characters.length}`;
              }),
            ],
          }))}
        />
      ) : (
        <Actions>
          <Button onClick={() => setLooked(true)}>检查 {faces.length} 个字体</Button>
        </Actions>
      )}
    </Section>
  );
}
