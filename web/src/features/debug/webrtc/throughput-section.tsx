import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Actions, Section, Trouble } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact } from "../parts/facts.ts";
import { NO_WEBRTC, NOT_CONNECTED, type Trouble as TroubleWords } from "./failures.ts";
import { canCall } from "./pair.ts";
import { measureThroughput, type Throughput } from "./throughput.ts";
import { useFacts, useLeaveSignal, type ReportFacts } from "./use-panel.ts";

const TITLE = "数据通道";

/** Measures and shows the throughput of a data channel on this device. */
export function ThroughputSection({ report }: { report: ReportFacts }) {
  const [result, setResult] = useState<Throughput | null>(null);
  const [now, setNow] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<TroubleWords | null>(canCall() ? null : NO_WEBRTC);
  const leave = useLeaveSignal();

  async function start() {
    setResult(null);
    setTrouble(null);
    setNow(0);
    try {
      setResult(await measureThroughput(leave, setNow));
    } catch {
      if (!leave.aborted) setTrouble(NOT_CONNECTED);
    }
    setNow(null);
  }

  const facts: Fact[] =
    result === null
      ? []
      : [
          { name: "速率", value: `${result.mbps.toFixed(0)} Mbit/s` },
          { name: "传送", value: `${result.megabytes.toFixed(1)} MB，3 秒` },
          { name: "往返", value: `${result.rttMs.toFixed(1)} ms（10 次的中位数）` },
        ];
  useFacts(report, TITLE, facts);

  return (
    <Section title={TITLE} note="在页面里的两端之间传 3 秒数据，看这台设备能传多快。">
      <Actions>
        <Button busy={now !== null} disabled={!canCall()} onClick={() => void start()}>
          开始测量
        </Button>
      </Actions>
      <p role="status">{now === null ? "" : `正在测量，现在 ${now.toFixed(0)} Mbit/s`}</p>
      {trouble === null ? null : <Trouble {...trouble} />}
      <FactList facts={facts} />
    </Section>
  );
}
