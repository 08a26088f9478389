import { useState } from "react";
import type { EyeProtection } from "#contract";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { saveEyeProtection } from "./queries.ts";
import { intervalChoices } from "./rules.ts";
import css from "./settings-dialog.module.css";

/** Whether and how often a pupil is reminded to rest (EY-01, EY-03). */
export default function SettingsDialog({
  setting,
  onClose,
}: {
  setting: EyeProtection;
  onClose: () => void;
}) {
  const [mode, setMode] = useState(setting.mode);
  const [interval, setMinutes] = useState(setting.interval);
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await saveEyeProtection({ mode, interval });
      toast.show("护眼设置已保存", "success");
      onClose();
    } catch {
      // The client has shown why; what was chosen stays, to try again.
      setBusy(false);
    }
  }

  return (
    <Dialog
      title="护眼设置"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={busy} onClick={() => void save()}>
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
