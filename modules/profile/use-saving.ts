import { useState } from "react";
import { editUser, type InputOf } from "#contract";
import { useModule } from "../kit/react-module.tsx";

/** What the server found wrong: with a field, or with all of it. */
export interface SaveFault {
  code: number;
  field: string | undefined;
  text: string;
}

interface Refused {
  code?: unknown;
  data?: { errors?: { path: string; message: string }[] } | null;
}

/** Saves by user/edit, and has the platform show the person as they are now. */
export function useSaving(): {
  busy: boolean;
  save(edit: InputOf<typeof editUser>): Promise<SaveFault | null>;
} {
  const { send, explain, refreshUser, notify, signal } = useModule();
  const [busy, setBusy] = useState(false);

  async function save(edit: InputOf<typeof editUser>): Promise<SaveFault | null> {
    setBusy(true);
    try {
      await send(editUser, edit);
      notify("已保存", "success");
      // What was saved stays saved, whether or not it can be read at once.
      refreshUser().catch(() => {});
      return null;
    } catch (error) {
      const { code, data } = error as Refused;
      const field = data?.errors?.[0]?.path;
      return { code: typeof code === "number" ? code : 0, field, text: explain(error) };
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  }
  return { busy, save };
}

/** The refusal of a present password that is wrong. */
export const WRONG_PASSWORD = 40002;
