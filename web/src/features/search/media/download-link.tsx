import css from "./player.module.css";

/** A link to the file itself, in a new tab: from another server the browser may open it instead of saving it. */
export function DownloadLink({ address }: { address: string }) {
  return (
    <a className={css["control"]} href={address} download target="_blank" rel="noopener noreferrer">
      下载
    </a>
  );
}
