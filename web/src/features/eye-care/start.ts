import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { session } from "../../session/session.ts";

/**
 * Keeps eye protection over the page while the current identity is a pupil's, and only then (RT-22). Its script is
 * fetched for pupils alone; without it the page goes on, and the chunk guard has reported it.
 */
export function startEyeCare(): void {
  const place = document.createElement("div");
  document.body.append(place);
  let shown: Root | null = null;
  const isPupil = () => session.getState().identity === "student";

  const follow = async () => {
    if (isPupil() === (shown !== null)) return;
    if (shown !== null) {
      shown.unmount();
      shown = null;
      return;
    }
    const { default: EyeCare } = await import("./eye-care.tsx");
    if (!isPupil() || shown !== null) return;
    shown = createRoot(place);
    shown.render(createElement(EyeCare));
  };
  session.subscribe((now, before) => {
    if (now.identity !== before.identity) follow().catch(() => {});
  });
  follow().catch(() => {});
}
