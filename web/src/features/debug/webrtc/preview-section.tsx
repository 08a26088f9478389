import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { Actions, Section, Trouble } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact } from "../parts/facts.ts";
import { canCapture, openCapture, SIZES, stopStream } from "./capture.ts";
import { deviceName, type Devices } from "./devices.ts";
import { deviceTrouble, NO_MEDIA_DEVICES, type Trouble as TroubleWords } from "./failures.ts";
import { canMeter } from "./level-meter.ts";
import { LevelMeter } from "./level-meter-view.tsx";
import css from "./page.module.css";
import { useFacts, useLeaveSignal, type ReportFacts } from "./use-panel.ts";
import { VideoBox } from "./video-box.tsx";

const TITLE = "摄像头与麦克风";
const SHUT = "off";
const UNPLUGGED: TroubleWords = {
  what: "设备中断了。",
  todo: "请检查连接线，或看看是否被别的程序占用，再打开一次。",
};

/** Opens the chosen devices, shows the picture and the level. */
export function PreviewSection({
  devices,
  camera,
  onCamera,
  stream,
  onStream,
  report,
}: {
  devices: Devices;
  camera: string;
  onCamera: (id: string) => void;
  stream: MediaStream | null;
  onStream: (stream: MediaStream | null) => void;
  report: ReportFacts;
}) {
  const [microphone, setMicrophone] = useState("");
  const [size, setSize] = useState("");
  const leave = useLeaveSignal();
  const {
    busy,
    fault: trouble,
    setFault: setTrouble,
    act,
  } = useAct<TroubleWords>((error) => (leave.aborted ? undefined : deviceTrouble(error)), {
    fault: canCapture() ? undefined : NO_MEDIA_DEVICES,
  });
  const open = useRef<MediaStream | null>(null);
  useEffect(() => () => stopStream(open.current), []);

  function close() {
    stopStream(open.current);
    open.current = null;
    onStream(null);
  }

  async function start() {
    close();
    const wanted = SIZES.find(({ width, height }) => `${width}×${height}` === size);
    const opened = await openCapture(
      {
        camera: camera === SHUT ? null : camera,
        microphone: microphone === SHUT ? null : microphone,
        ...(wanted === undefined ? {} : { size: wanted }),
      },
      leave,
    );
    open.current = opened;
    for (const track of opened.getTracks()) {
      track.addEventListener("ended", () => setTrouble(UNPLUGGED));
    }
    onStream(opened);
    devices.look();
  }

  const facts = streamFacts(stream, trouble ?? null);
  useFacts(report, TITLE, facts);
  const of = (kind: MediaDeviceKind) =>
    devices.list.filter((device) => device.kind === kind && device.deviceId !== "");

  return (
    <Section title={TITLE} note="画面和声音只在这台设备上，不会发到任何地方。">
      <div className={css["choices"]}>
        <Choice label="摄像头" value={camera} onChange={onCamera} options={of("videoinput")} />
        <Choice
          label="麦克风"
          value={microphone}
          onChange={setMicrophone}
          options={of("audioinput")}
        />
        <label className={css["choice"]}>
          分辨率
          <select value={size} onChange={({ target }) => setSize(target.value)}>
            <option value="">由浏览器决定</option>
            {SIZES.map(({ width, height }) => (
              <option key={width}>{`${width}×${height}`}</option>
            ))}
          </select>
        </label>
      </div>
      <Actions>
        <Button look="primary" busy={busy} disabled={!canCapture()} onClick={() => void act(start)}>
          {stream === null ? "打开预览" : "重新打开"}
        </Button>
        <Button disabled={stream === null} onClick={close}>
          关闭
        </Button>
      </Actions>
      {trouble === undefined ? null : <Trouble {...trouble} />}
      <VideoBox label="预览" stream={stream} />
      {stream !== null && stream.getAudioTracks().length > 0 && canMeter() ? (
        <LevelMeter stream={stream} />
      ) : null}
      <FactList facts={facts} />
    </Section>
  );
}

function Choice({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: string;
  onChange: (id: string) => void;
  options: readonly MediaDeviceInfo[];
}) {
  return (
    <label className={css["choice"]}>
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">由浏览器决定</option>
        {options.map((device) => (
          <option key={device.deviceId} value={device.deviceId}>
            {deviceName(device)}
          </option>
        ))}
        <option value={SHUT}>不打开</option>
      </select>
    </label>
  );
}

function streamFacts(stream: MediaStream | null, trouble: TroubleWords | null): Fact[] {
  const failed: Fact[] =
    trouble === null ? [] : [{ name: "故障", value: trouble.what, state: "bad" }];
  const tracks = stream?.getTracks() ?? [];
  return [
    ...failed,
    ...tracks.map((track): Fact => {
      const { width, height, frameRate, sampleRate, channelCount } = track.getSettings();
      const details =
        track.kind === "video"
          ? `${width ?? "?"}×${height ?? "?"}，${Math.round(frameRate ?? 0)} 帧/秒`
          : [
              ...(sampleRate === undefined ? [] : [`${sampleRate} Hz`]),
              ...(channelCount === undefined ? [] : [`${channelCount} 声道`]),
            ].join("，");
      return {
        name: track.kind === "video" ? "画面" : "声音",
        value: `${track.label}，${details}`,
      };
    }),
  ];
}
