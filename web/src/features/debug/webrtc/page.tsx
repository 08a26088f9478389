import { useCallback, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Actions, DebugPage, Section } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact, FactGroup } from "../parts/facts.ts";
import { Report } from "../parts/report.tsx";
import { stopStream } from "./capture.ts";
import { deviceFacts, useDevices } from "./devices.ts";
import { IceSection } from "./ice-section.tsx";
import { LoopbackSection } from "./loopback-section.tsx";
import { PreviewSection } from "./preview-section.tsx";
import { SizesSection } from "./sizes-section.tsx";
import { ThroughputSection } from "./throughput-section.tsx";

const TITLE = "实时视频调试";

/** Debug page for WebRTC: devices, permissions, preview, loopback call, data channel, STUN and TURN servers (RT-10). */
export default function WebrtcPage() {
  const devices = useDevices();
  const [camera, setCamera] = useState("");
  const [stream, setStream] = useState<MediaStream | null>(null);
  const found = useRef(new Map<string, readonly Fact[]>());
  const report = useCallback((title: string, facts: readonly Fact[]) => {
    found.current.set(title, facts);
  }, []);

  function closePreview() {
    stopStream(stream);
    setStream(null);
  }

  const facts = deviceFacts(devices);
  const collect = (): FactGroup[] => [
    { title: "设备与许可", facts },
    ...Array.from(found.current, ([title, told]) => ({ title, facts: told })),
    { title: "浏览器", facts: [{ name: "浏览器", value: navigator.userAgent }] },
  ];

  return (
    <DebugPage title={TITLE} path="/webrtc/index">
      <Section title="设备与许可">
        <FactList facts={facts} />
        <Actions>
          <Button icon="refresh" onClick={devices.look}>
            重新检查
          </Button>
        </Actions>
      </Section>
      <PreviewSection
        devices={devices}
        camera={camera}
        onCamera={setCamera}
        stream={stream}
        onStream={setStream}
        report={report}
      />
      <LoopbackSection stream={stream} report={report} />
      <SizesSection camera={camera} onBegin={closePreview} report={report} />
      <ThroughputSection report={report} />
      <IceSection report={report} />
      <Report title={TITLE} note="报告里有这台设备的网络地址，没有密码。" collect={collect} />
    </DebugPage>
  );
}
