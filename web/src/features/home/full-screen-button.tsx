import { useEffect } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { canFillScreen, setFullScreen, startFullScreen, useFullScreen } from "./full-screen.ts";

/** Full screen on and off (AP-10), where the browser knows it. */
export function FullScreenButton() {
  const isFullScreen = useFullScreen();
  useEffect(startFullScreen, []);
  if (!canFillScreen()) return null;
  return (
    <IconButton
      icon={isFullScreen ? "exit-full-screen" : "full-screen"}
      label={isFullScreen ? "退出全屏" : "全屏"}
      data-full-screen
      onClick={() => setFullScreen(!isFullScreen)}
    />
  );
}
