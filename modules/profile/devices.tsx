import { useState } from "react";
import { deviceName, endDeviceSession, readSessions, type SignedInDevice } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { useAct } from "../kit/use-act.ts";
import { useFocusBack } from "../kit/use-focus-back.ts";
import { useAnswer } from "../kit/use-answer.ts";
import css from "./list.module.css";
import { whenText } from "./rules.ts";

/** Lists the person's sign-ins, with a button that ends each other one. */
export function Devices() {
  const { data: devices, error, reload } = useAnswer(readSessions, {});
  if (devices === undefined) {
    if (error !== undefined) return <Failure error={error} onRetry={reload} />;
    return <Skeleton height={64} />;
  }
  return (
    <ul>
      {devices.map((device) => (
        <Device key={device.id} device={device} onEnded={reload} />
      ))}
    </ul>
  );
}

function Device({ device, onEnded }: { device: SignedInDevice; onEnded: () => void }) {
  const { send, notify, now: time } = useModule();
  const [asking, setAsking] = useState(false);
  const { busy, act } = useAct((text) => notify(text, "error"));
  const back = useFocusBack(asking);
  const name = deviceName(device.client, device.device);
  const [now] = useState(time);
  const details = [`最近使用：${whenText(device.last_seen_at, now)}`, device.ip];

  async function end() {
    await act(async () => {
      await send(endDeviceSession, { id: device.id });
      notify(`已让“${name}”退出登录`, "success");
    });
    setAsking(false);
    // One that is gone already is no longer listed either.
    onEnded();
  }

  return (
    <li className={css["item"]}>
      <div className={css["words"]}>
        <p>
          {name}
          {device.current ? <span className={css["tag"]}>本机</span> : null}
        </p>
        <p className={css["soft"]}>{details.filter(Boolean).join(" · ")}</p>
      </div>
      {device.current ? null : asking ? (
        <div className={css["choice"]} role="group" aria-label={`让“${name}”退出登录`}>
          <Button look="primary" busy={busy} autoFocus onClick={() => void end()}>
            确认退出
          </Button>
          <Button onClick={() => setAsking(false)}>取消</Button>
        </div>
      ) : (
        <Button ref={back} aria-label={`让“${name}”退出登录`} onClick={() => setAsking(true)}>
          退出
        </Button>
      )}
    </li>
  );
}
