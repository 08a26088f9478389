import css from "./demo-outbox.module.css";

/** Links to the codes that the demo does not send; shows nothing where codes are really sent. */
export function DemoOutbox({ href }: { href: string | null }) {
  if (href === null) return null;
  return (
    <p className={css["note"]}>
      演示区不会真的发送，验证码在
      <a href={href} target="_blank" rel="noreferrer">
        演示收件箱
      </a>
      里。
    </p>
  );
}
