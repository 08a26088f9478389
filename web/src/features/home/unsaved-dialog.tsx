import { dropUnsaved, unsavedWords } from "../../platform/unsaved.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** The words for quick apps in the dialog. */
export const QUICK_APPS = "快捷应用";

/** Dialog that asks before what is unsaved is lost, by signing out or leaving in another way, and names it. */
export default function UnsavedDialog({
  way = "退出登录",
  parts = unsavedWords(),
  onStay,
  onLeave,
}: {
  way?: "退出登录" | "返回首页";
  parts?: readonly string[];
  onStay: () => void;
  onLeave: () => void;
}) {
  function leave() {
    // nor does it wait for the next sign-in
    if (way === "退出登录") dropUnsaved();
    onLeave();
  }
  const isOne = parts.length === 1;
  return (
    <Dialog
      title={isOne ? `${parts[0]}还没有保存` : "有内容还没有保存"}
      onClose={onStay}
      actions={
        <>
          <Button onClick={leave}>不保存，{way}</Button>
          <Button look="primary" data-autofocus onClick={onStay}>
            继续编辑
          </Button>
        </>
      }
    >
      {isOne ? (
        <p>现在{way}，刚才的修改会丢失。</p>
      ) : (
        <p>
          现在{way}，这些内容会丢失：{parts.join("、")}。
        </p>
      )}
    </Dialog>
  );
}
