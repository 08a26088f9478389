import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand/react";
import { localStore, onOtherTab } from "../../platform/storage.ts";
import { eyeSettings } from "../../session/eye-settings.ts";
import { useSession } from "../../session/session.ts";
import { readSite, site } from "../../session/site.ts";
import { lazy } from "../../ui/lazy.tsx";
import { startBreakClock } from "./break-clock.ts";
import { Overlay } from "./overlay.tsx";
import { showEyeProtection } from "./queries.ts";
import { parseEyeTimes } from "./rules.ts";

const SettingsDialog = lazy(() => import("./settings-dialog.tsx"));

/** Eye protection, over whatever page a pupil is on (EY-01…04). The root shell shows it to pupils only (RT-22). */
export default function EyeCare() {
  const userId = useSession(({ user }) => user?.id);
  const setting = useSession(({ user }) => user?.setting?.eye_protection);
  const choosing = useStore(eyeSettings, ({ open }) => open);
  const [breakEndsAt, setBreakEndsAt] = useState<number | null>(null);
  const clock = useRef<{ skip(): void; stop(): void }>(null);
  const mode = setting?.mode;
  const interval = setting?.interval;

  useEffect(() => {
    if (userId === undefined || mode === undefined || interval === undefined) return undefined;
    let left = false;
    void readSite().then(() => {
      if (left) return;
      clock.current = startBreakClock({
        userId,
        setting: { mode, interval },
        times: parseEyeTimes(site.getState().file),
        store: localStore,
        onOtherTab,
        onBreak: setBreakEndsAt,
        onSetting: showEyeProtection,
      });
    });
    return () => {
      left = true;
      clock.current?.stop();
      clock.current = null;
    };
  }, [userId, mode, interval]);

  // nor are the settings open for the next pupil
  useEffect(() => () => eyeSettings.setState({ open: false }), []);

  return (
    <>
      {choosing && setting !== undefined ? (
        <SettingsDialog setting={setting} onClose={() => eyeSettings.setState({ open: false })} />
      ) : null}
      {breakEndsAt === null ? null : (
        <Overlay endsAt={breakEndsAt} onSkip={() => clock.current?.skip()} />
      )}
    </>
  );
}
