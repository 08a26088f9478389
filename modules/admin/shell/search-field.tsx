import { useEffect, useRef, useState } from "react";
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
  const sent = useRef(value);

  useEffect(() => {
    // somebody else has changed it: the back button, a link
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (composing || text === sent.current) return undefined;
    const clock = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, PAUSE_MS);
    return () => clearTimeout(clock);
  }, [text, composing, onChange]);

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
