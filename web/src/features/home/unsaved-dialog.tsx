import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { homeState } from "./home-state.ts";

/** Dialog that asks before unsaved changes are dropped, by signing out or leaving in another way. */
export default function UnsavedDialog({
  way = "退出登录",
  onStay,
  onLeave,
}: {
  way?: "退出登录" | "返回首页";
  onStay: () => void;
  onLeave: () => void;
}) {
  function leave() {
    // nor does it wait for the next sign-in
    if (way === "退出登录") homeState.setState({ drafts: {} });
    onLeave();
  }
  return (
    <Dialog
      title="快捷应用还没有保存"
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
      <p>现在{way}，刚才的修改会丢失。</p>
    </Dialog>
  );
}
