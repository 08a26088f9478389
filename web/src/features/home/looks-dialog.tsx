import { useRef, useState } from "react";
import { DIM_MEDIA, saveSetting } from "#contract";
import { send } from "../../api/client.ts";
import { saveInOrder } from "../../session/in-order.ts";
import { showLook, type Look } from "../../session/looks.ts";
import { platformEntry } from "../../session/platform-entry.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";

const APPEARANCES = [
  ["system", "跟随系统"],
  ["light", "浅色"],
  ["dark", "深色"],
] as const;
const KEPT_QUIETLY = { quietGeneral: true, quietError: true, keepalive: true } as const;
const TEXT_SIZES = [
  ["standard", "标准"],
  ["large", "大字"],
] as const;

/** Returns the look that this browser keeps. */
function keptLook(): Required<Look> {
  const { media, large } = platformEntry.getState().global.look ?? { media: "", large: false };
  const [[appearance] = APPEARANCES[0]] = APPEARANCES.filter(([one]) => DIM_MEDIA[one] === media);
  return { appearance, text_size: large ? "large" : "standard" };
}

/** Dialog for the person's look (HO-07): shown at once, saved with the person, and kept by this browser where that fails. */
export default function LooksDialog({ onClose }: { onClose: () => void }) {
  const [look, setLook] = useState(keptLook);
  const unsaved = useRef<Look>({});

  async function choose(chosen: Look) {
    const next = { ...look, ...chosen };
    showLook(next);
    setLook(next);
    // the choice made last takes those before it along: when the page is left, what waits goes out at once, in no order
    const all = (unsaved.current = { ...unsaved.current, ...chosen });
    const isLast = () => unsaved.current === all;
    try {
      await saveInOrder(async () => {
        await send(saveSetting, all, KEPT_QUIETLY);
        if (isLast()) unsaved.current = {};
      }, isLast);
    } catch {
      if (isLast()) toast.show("只在这台设备上生效，没有保存到账号");
    }
  }

  return (
    <Dialog
      title="外观与文字"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          完成
        </Button>
      }
    >
      <Choice
        name="外观"
        options={APPEARANCES}
        value={look.appearance}
        onChoose={(appearance) => void choose({ appearance })}
      />
      <Choice
        name="文字大小"
        options={TEXT_SIZES}
        value={look.text_size}
        onChoose={(text_size) => void choose({ text_size })}
      />
    </Dialog>
  );
}
