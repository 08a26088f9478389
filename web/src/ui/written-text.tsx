import { RichText } from "./rich-text.tsx";
import css from "./written-text.module.css";

/** Shows a long text with its title; the markup is the server's. */
export function WrittenText({
  title,
  note,
  html,
  heading: Heading,
}: {
  title: string;
  /** Stands under the title. */
  note: string;
  html: string;
  /** The level that the title has on the page. */
  heading: "h1" | "h3";
}) {
  return (
    <article>
      <Heading className={css["title"]}>{title}</Heading>
      <p className={css["note"]}>{note}</p>
      <RichText className={css["text"]} html={html} />
    </article>
  );
}
