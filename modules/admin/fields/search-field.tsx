import { useEffect, useState } from "react";
import { Icon } from "../../../web/src/ui/icon.tsx";
import css from "../list/list.module.css";

/** The pause in ms after which typing is over. */
const PAUSE_MS = 150;

/** A field that searches during typing: after a pause, and not during an input method's composition. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [composing, setComposing] = useState(false);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // somebody else has changed it: the back button, a link; with the list, not after it
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  useEffect(() => {
    if (composing || text === sent) return undefined;
    const clock = setTimeout(() => {
      setSent(text);
      onChange(text);
    }, PAUSE_MS);
    return () => clearTimeout(clock);
  }, [text, sent, composing, onChange]);

  return (
    <div className={css["search"]}>
      <span className={css["searchIcon"]}>
        <Icon name="search" />
      </span>
      <input
        type="search"
        className={css["searchInput"]}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      />
    </div>
  );
}
