import { useEffect } from "react";
import { leaveFor } from "../../platform/leave.ts";
import { navigate } from "../../platform/navigation.ts";
import css from "./page.module.css";
import { isOnwardPath } from "./rules.ts";

/** Continues a sign-in that an app asked for: back to the server, which knows the person now. */
export default function ContinuePage({ path = "" }: Readonly<Record<string, string>>) {
  useEffect(() => {
    if (isOnwardPath(path)) leaveFor(path);
    else navigate("/", { replace: true });
  }, [path]);
  return (
    <main className={css["page"]}>
      <p role="status">正在打开应用…</p>
    </main>
  );
}
