import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Actions, Section, Table, Trouble } from "../parts/debug-page.tsx";
import { canCapture, trySizes, type TriedSize } from "./capture.ts";
import { deviceTrouble, type Trouble as TroubleWords } from "./failures.ts";
import { useFacts, useLeaveSignal, type ReportFacts } from "./use-panel.ts";

const TITLE = "分辨率";

/** Which of the usual sizes the camera really gives. */
export function SizesSection({
  camera,
  onBegin,
  report,
}: {
  camera: string;
  /** A camera serves one size at a time: the preview must let go of it first. */
  onBegin: () => void;
  report: ReportFacts;
}) {
  const [tried, setTried] = useState<readonly TriedSize[]>([]);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<TroubleWords | null>(null);
  const leave = useLeaveSignal();

  async function start() {
    onBegin();
    setBusy(true);
    setTrouble(null);
    setTried([]);
    try {
      await trySizes(camera === "off" ? "" : camera, leave, setTried);
    } catch (error) {
      if (!leave.aborted) setTrouble(deviceTrouble(error));
    }
    setBusy(false);
  }

  useFacts(
    report,
    TITLE,
    tried.map((one) => ({ name: askedText(one), value: gotText(one) })),
  );

  return (
    <Section title={TITLE} note="向摄像头逐个要求准确的分辨率；会先关闭预览。">
      <Actions>
        <Button busy={busy} disabled={!canCapture()} onClick={() => void start()}>
          逐个尝试
        </Button>
      </Actions>
      {trouble === null ? null : <Trouble {...trouble} />}
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
