import { Button } from "../../ui/button.tsx";
import css from "./form.module.css";

/** Says in a form that what was left in it is there again, with a way to begin anew. */
export function DraftLeft({ children, onClear }: { children: string; onClear: () => void }) {
  return (
    <p className={css["left"]} role="status">
      {children}
      <Button
        look="quiet"
        onClick={({ currentTarget: { form } }) => {
          // the line goes, and the focus must not go with it
          form?.querySelector<HTMLElement>("input[maxlength], textarea")?.focus();
          onClear();
        }}
      >
        清空，重新写
      </Button>
    </p>
  );
}
