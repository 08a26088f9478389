import { useState } from "react";
import type { Setting } from "#contract";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useAct } from "../../ui/use-act.ts";
import { saveEyeProtection } from "./queries.ts";
import { intervalChoices } from "./rules.ts";
import css from "./settings-dialog.module.css";

interface DialogParts {
  setting: Setting["eye_protection"];
  onClose: () => void;
}

/** Dialog for a pupil's reminders to rest, off or with an interval (EY-01, EY-03); read-only where a guardian has set it (ID-10). */
export default function SettingsDialog(parts: DialogParts) {
  return parts.setting.fixed === true ? <SetByGuardian {...parts} /> : <OwnChoice {...parts} />;
}

function SetByGuardian({ setting: { mode, interval }, onClose }: DialogParts) {
  return (
    <Dialog
      title="护眼设置"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p>
        {mode
          ? `爸爸妈妈为你设定：每 ${interval} 分钟休息一次眼睛。`
          : "爸爸妈妈为你关闭了休息提醒。"}
      </p>
      <p className={css["legend"]}>想改的话，和他们商量。</p>
    </Dialog>
  );
}

function OwnChoice({ setting, onClose }: DialogParts) {
  const [mode, setMode] = useState(setting.mode);
  const [interval, setMinutes] = useState(setting.interval);
  // The client shows why it was refused; what was chosen stays, to try again.
  const { busy, act } = useAct(() => {}, { once: true });

  async function save() {
    await saveEyeProtection({ mode, interval });
    toast.show("护眼设置已保存", "success");
    onClose();
  }

  return (
    <Dialog
      title="护眼设置"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={busy} onClick={() => void act(save)}>
            保存
          </Button>
        </>
      }
    >
      <Checkbox
        label="提醒我休息眼睛"
        checked={mode}
        onChange={({ target }) => setMode(target.checked)}
      />
      <fieldset className={css["choices"]} disabled={!mode}>
        <legend className={css["legend"]}>每隔多久休息一次</legend>
        {intervalChoices(setting.interval).map((minutes) => (
          <label key={minutes} className={css["choice"]}>
            <input
              type="radio"
              name="interval"
              className="visually-hidden"
              checked={minutes === interval}
              onChange={() => setMinutes(minutes)}
            />
            <span className={css["words"]}>{minutes} 分钟</span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
