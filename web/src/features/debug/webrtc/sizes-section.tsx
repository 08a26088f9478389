import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { Actions, Section, Table, Trouble } from "../parts/debug-page.tsx";
import { canCapture, trySizes, type TriedSize } from "./capture.ts";
import { deviceTrouble, type Trouble as TroubleWords } from "./failures.ts";
import { useFacts, useLeaveSignal, type ReportFacts } from "./use-panel.ts";

const TITLE = "分辨率";

/** Tests which of the usual picture sizes the camera delivers. */
export function SizesSection({
  camera,
  onBegin,
  report,
}: {
  camera: string;
  /** Releases the camera from the preview: it delivers one size at a time. */
  onBegin: () => void;
  report: ReportFacts;
}) {
  const [tried, setTried] = useState<readonly TriedSize[]>([]);
  const leave = useLeaveSignal();
  const {
    busy,
    fault: trouble,
    act,
  } = useAct<TroubleWords>((error) => (leave.aborted ? undefined : deviceTrouble(error)));

  async function start() {
    onBegin();
    setTried([]);
    await trySizes(camera === "off" ? "" : camera, leave, setTried);
  }

  useFacts(
    report,
    TITLE,
    tried.map((one) => ({ name: askedText(one), value: gotText(one) })),
  );

  return (
    <Section title={TITLE} note="向摄像头逐个要求准确的分辨率；会先关闭预览。">
      <Actions>
        <Button busy={busy} disabled={!canCapture()} onClick={() => void act(start)}>
          逐个尝试
        </Button>
      </Actions>
      {trouble === undefined ? null : <Trouble {...trouble} />}
      {tried.length === 0 ? null : (
        <Table
          caption={TITLE}
          head={["要求", "结果"]}
          rows={tried.map((one) => ({
            key: askedText(one),
            cells: [askedText(one), gotText(one)],
          }))}
        />
      )}
    </Section>
  );
}

const askedText = ({ asked }: TriedSize) => `${asked.width}×${asked.height}`;
const gotText = ({ got }: TriedSize) =>
  got === null ? "不支持" : `可以，${got.width}×${got.height}，${Math.round(got.frameRate)} 帧/秒`;
