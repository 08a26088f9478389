import css from "./player.module.css";

/** The file itself. From another server the browser may open it instead of keeping it, so it gets a tab of its own. */
export function DownloadLink({ address }: { address: string }) {
  return (
    <a className={css["control"]} href={address} download target="_blank" rel="noopener noreferrer">
      下载
    </a>
  );
}
