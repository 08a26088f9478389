import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { Button } from "../../../web/src/ui/button.tsx";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { focusableIn } from "../../../web/src/ui/focusable.ts";
import { Icon } from "../../../web/src/ui/icon.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { isHere, pathText } from "./address.ts";
import css from "./side-panel.module.css";

/**
 * A panel over the page that keeps the focus until it is closed: by Escape, its button, or a click beside it. These ask
 * first where something has been written in it.
 */
export function SidePanel({
  title,
  from = "end",
  wide = false,
  onClose,
  children,
  foot,
}: {
  title: string;
  from?: "start" | "end";
  /** Takes nearly the whole window, where it is large. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Content that stays visible below while the rest scrolls. */
  foot?: ReactNode;
}) {
  const { root } = useModule();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useId();
  const written = useRef(new Set<WritingField>());
  const [asking, setAsking] = useState(false);
  const [at] = useState(pathText);
  const leave = () => {
    if (!asking && [...written.current].some(isWritten)) setAsking(true);
    else onClose();
  };
  const stay = () => {
    setAsking(false);
    [...written.current].filter(isWritten).pop()?.focus();
  };

  // read before what is inside takes the focus
  const [before] = useState(() => root.activeElement);
  useLayoutEffect(() => {
    if (panel.current?.contains(root.activeElement) === false) panel.current.focus();
    const { overflow } = document.body.style;
    document.body.style.overflow = "hidden";
    // on paper the panel stands alone
    const place = panel.current?.parentElement?.parentElement;
    const count = (more: number) =>
      place?.setAttribute("data-panels", String(Number(place.getAttribute("data-panels")) + more));
    count(1);
    return () => {
      document.body.style.overflow = overflow;
      count(-1);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [root, before]);
  useEffect(() => {
    const follow = () => {
      // a session that ends leads away, and to the same place when the person is back
      if (pathText() !== at && isHere()) onClose();
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [onClose, at]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.stopPropagation();
      if (asking) stay();
      else leave();
    }
    if (event.key !== "Tab" || panel.current === null) return;
    const stops = focusableIn(panel.current);
    const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    const other = event.shiftKey ? stops[stops.length - 1] : stops[0];
    if (root.activeElement !== edge && root.activeElement !== panel.current) return;
    if (root.activeElement === panel.current && !event.shiftKey) return;
    event.preventDefault();
    other?.focus();
  }

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is beside the panel closes it, as Escape does
    <div className={css["cover"]} onClick={leave}>
      <div
        ref={panel}
        className={classNames(css["panel"], css[from], wide && css["wide"])}
        role="dialog"
        aria-modal="true"
        aria-labelledby={heading}
        tabIndex={-1}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={onKeyDown}
        onInput={({ target }) => {
          if (isForWriting(target)) written.current.add(target);
        }}
      >
        <div className={css["bar"]}>
          <h2 id={heading} className={css["title"]}>
            {title}
          </h2>
          <button type="button" className={css["close"]} aria-label="关闭" onClick={leave}>
            <Icon name="close" />
          </button>
        </div>
        {asking ? (
          <div className={css["question"]} role="alert">
            <p>写的内容还没有保存，关闭后就没有了。</p>
            <Button look="quiet" onClick={onClose}>
              放弃填写的内容
            </Button>
            <Button look="primary" ref={takeFocus} onClick={stay}>
              继续填写
            </Button>
          </div>
        ) : null}
        <div
          className={css["content"]}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- may hold nothing else to scroll by keys
          tabIndex={wide ? 0 : undefined}
        >
          {children}
        </div>
        {foot === undefined ? null : <div className={css["foot"]}>{foot}</div>}
      </div>
    </div>,
    root.lastElementChild as HTMLElement,
  );
}

const takeFocus = (button: HTMLElement | null) => button?.focus();

type WritingField = HTMLInputElement | HTMLTextAreaElement;

/** Returns whether a field is one for text of one's own, rather than for finding or proving something. */
function isForWriting(field: unknown): field is WritingField {
  if (field instanceof HTMLTextAreaElement) return true;
  return (
    field instanceof HTMLInputElement &&
    /^(text|url|email|tel|number)$/.test(field.type) &&
    field.getAttribute("role") !== "combobox" &&
    field.autocomplete !== "one-time-code"
  );
}

/** Returns whether a field is still there with something in it. */
const isWritten = (field: WritingField) => field.offsetParent !== null && field.value.trim() !== "";
