import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Before signing out drops what was edited and not saved. */
export default function UnsavedDialog({
  onStay,
  onLeave,
}: {
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <Dialog
      title="快捷应用还没有保存"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onLeave}>不保存，退出登录</Button>
          <Button look="primary" data-autofocus onClick={onStay}>
            继续编辑
          </Button>
        </>
      }
    >
      <p>现在退出登录，刚才的修改会丢失。</p>
    </Dialog>
  );
}
