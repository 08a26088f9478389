import { useState } from "react";
import { fireShellCallback } from "../../../platform/shell/around-page.ts";
import { SHELL_CALLBACKS, type ShellCallback } from "../../../platform/shell/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Actions, Section } from "../parts/debug-page.tsx";
import { CALLBACK_WORDS } from "./shell-words.ts";

/** Buttons that fire a shell's callbacks by hand (SE-07). Both end the session, so each asks first. */
export function CallbackSection() {
  const [asked, setAsked] = useState<ShellCallback | null>(null);
  return (
    <Section title="回调" note="手动触发客户端的回调，效果与客户端触发时完全一样：会退出登录。">
      <Actions>
        {SHELL_CALLBACKS.map((name) => (
          <Button key={name} onClick={() => setAsked(name)}>
            触发 {name}
          </Button>
        ))}
      </Actions>
      {asked === null ? null : (
        <Dialog
          title={`触发 ${asked}？`}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>取消</Button>
              <Button
                look="primary"
                onClick={() => {
                  setAsked(null);
                  fireShellCallback(asked);
                }}
              >
                触发并退出登录
              </Button>
            </>
          }
        >
          <p>{CALLBACK_WORDS[asked]}，页面会马上退出登录。要继续调试，请重新登录。</p>
        </Dialog>
      )}
    </Section>
  );
}
