import { useState } from "react";
import { ICON_NAMES } from "../../../ui/icon.tsx";
import { DebugPage } from "../parts/debug-page.tsx";
import type { FactGroup } from "../parts/facts.ts";
import { Report } from "../parts/report.tsx";
import { coverageFacts, CoverageSection, TryTextSection } from "./coverage-section.tsx";
import { KnownFacesSection, stackFacts, StackSection } from "./faces-section.tsx";
import { IconsSection } from "./icons-section.tsx";
import { readStyles, StylesSection } from "./styles-section.tsx";
import { useCoverage } from "./use-coverage.ts";

const TITLE = "字体调试";

/** Every face, weight and size in use, what the device's fonts cover, and all icons (RT-16). */
export default function FontPage() {
  const coverage = useCoverage();
  const [styles] = useState(readStyles);
  const [broken, setBroken] = useState<readonly string[]>([]);

  const collect = (): FactGroup[] => [
    { title: "字体栈", facts: stackFacts(coverage) },
    { title: "在用的字号与字重", facts: styles.facts },
    { title: "字符覆盖", facts: coverageFacts(coverage) },
    {
      title: "图标",
      facts: [
        { name: "界面图标", value: `${ICON_NAMES.length} 个` },
        broken.length === 0
          ? { name: "应用图标", value: "没有发现加载失败", state: "good" }
          : { name: "没有加载成功", value: broken.join("，"), state: "bad" },
      ],
    },
    { title: "浏览器", facts: [{ name: "浏览器", value: navigator.userAgent }] },
  ];

  return (
    <DebugPage title={TITLE} path="/font/index">
      <StackSection coverage={coverage} />
      <TryTextSection coverage={coverage} />
      <CoverageSection coverage={coverage} />
      <KnownFacesSection coverage={coverage} />
      <StylesSection styles={styles} />
      <IconsSection onBroken={setBroken} />
      <Report title={TITLE} collect={collect} />
    </DebugPage>
  );
}
