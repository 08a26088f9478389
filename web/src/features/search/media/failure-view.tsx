import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { DownloadLink } from "./download-link.tsx";
import css from "./player.module.css";
import { FAILURE_TEXTS, type MediaFailure } from "./rules.ts";

/** Shows, in the player's place, why a medium does not play, with a retry or a download. */
export function FailureView({
  failure,
  address,
  onRetry,
}: {
  failure: MediaFailure;
  address: string | null;
  onRetry: () => void;
}) {
  const { title, text, retry, download } = FAILURE_TEXTS[failure];
  const canDownload = download && address !== null;
  return (
    <div className={css["failed"]}>
      <EmptyState
        icon="warning"
        role="alert"
        title={title}
        action={
          retry || canDownload ? (
            <div className={css["ways"]}>
              {retry ? (
                <Button look="primary" icon="refresh" onClick={onRetry}>
                  重试
                </Button>
              ) : null}
              {canDownload ? <DownloadLink address={address} /> : null}
            </div>
          ) : undefined
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
