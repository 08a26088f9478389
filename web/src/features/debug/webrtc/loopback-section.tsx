import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { Actions, Section, Trouble } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact } from "../parts/facts.ts";
import { NO_WEBRTC, NOT_CONNECTED, type Trouble as TroubleWords } from "./failures.ts";
import { startLoopback, type CallStats, type Loopback } from "./loopback.ts";
import { canCall } from "./pair.ts";
import { useFacts, useLeaveSignal, type ReportFacts } from "./use-panel.ts";
import { VideoBox } from "./video-box.tsx";

const TITLE = "回环通话";

/** Calls oneself with the preview's stream and shows how the far end fares. */
export function LoopbackSection({
  stream,
  report,
}: {
  stream: MediaStream | null;
  report: ReportFacts;
}) {
  const [call, setCall] = useState<Loopback | null>(null);
  const [stats, setStats] = useState<CallStats | null>(null);
  const leave = useLeaveSignal();
  const {
    busy,
    fault: trouble,
    act,
  } = useAct<TroubleWords>(() => (leave.aborted ? undefined : NOT_CONNECTED), {
    fault: canCall() ? undefined : NO_WEBRTC,
  });
  const open = useRef<Loopback | null>(null);

  function stop() {
    open.current?.stop();
    open.current = null;
    setCall(null);
  }

  // A call lives as long as the stream it was made with.
  useEffect(() => stop, [stream]);

  async function start(from: MediaStream) {
    setStats(null);
    stop();
    const started = await startLoopback(from, leave, setStats);
    open.current = started;
    setCall(started);
  }

  const facts = stats === null ? [] : callFacts(stats);
  useFacts(report, TITLE, facts);

  return (
    <Section title={TITLE} note="在页面里自己与自己通话，数字来自接收的一端，每秒更新。">
      <Actions>
        <Button
          look="primary"
          busy={busy}
          disabled={stream === null || !canCall()}
          onClick={() => stream && void act(() => start(stream))}
        >
          {call === null ? "开始通话" : "重新开始"}
        </Button>
        <Button disabled={call === null} onClick={stop}>
          挂断
        </Button>
      </Actions>
      {stream === null ? <p>请先打开预览。</p> : null}
      {trouble === undefined ? null : <Trouble {...trouble} />}
      <VideoBox label="对端画面" stream={call?.received ?? null} />
      <FactList facts={facts} />
    </Section>
  );
}

function callFacts({ video, audio, codecs, path }: CallStats): Fact[] {
  const lost = (loss: number) => `${(loss * 100).toFixed(1)}%`;
  return [
    ...(video === null
      ? []
      : [
          {
            name: "画面",
            value: `${video.width}×${video.height}，${video.fps.toFixed(0)} 帧/秒，${video.kbps.toFixed(0)} kbit/s`,
          },
          { name: "画面丢包", value: lost(video.loss) },
          { name: "画面抖动", value: `${video.jitterMs.toFixed(1)} ms` },
        ]),
    ...(audio === null
      ? []
      : [
          {
            name: "声音",
            value: `${audio.kbps.toFixed(0)} kbit/s，抖动 ${audio.jitterMs.toFixed(1)} ms`,
          },
          { name: "声音丢包", value: lost(audio.loss) },
        ]),
    ...(codecs === "" ? [] : [{ name: "编码", value: codecs }]),
    ...(path === null
      ? []
      : [
          { name: "本端地址", value: path.local },
          { name: "对端地址", value: path.remote },
          { name: "往返", value: path.rttMs === null ? "还不知道" : `${path.rttMs.toFixed(1)} ms` },
        ]),
  ];
}
