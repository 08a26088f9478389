import { editUser, type InputOf } from "#contract";
import { useModule } from "../kit/react-module.tsx";

/** Returns what saves by user/edit, says what was saved, and has the platform show the person as they are now. */
export function useSave(): (edit: InputOf<typeof editUser>, done?: string) => Promise<void> {
  const { send, refreshUser, notify } = useModule();
  return async (edit, done = "已保存") => {
    await send(editUser, edit);
    notify(done, "success");
    // What was saved stays saved, whether or not it can be read at once.
    refreshUser().catch(() => {});
  };
}

/** Returns a refusal's code, and the field that it is about. */
export function refusalIn(error: unknown): { code: number; field: string | undefined } {
  const { code, data } = (error ?? {}) as {
    code?: unknown;
    data?: { errors?: { path: string }[] } | null;
  };
  return { code: typeof code === "number" ? code : 0, field: data?.errors?.[0]?.path };
}
