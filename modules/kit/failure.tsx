import { Button } from "../../web/src/ui/button.tsx";
import { EmptyState } from "../../web/src/ui/empty-state.tsx";
import { useModule } from "./react-module.tsx";

/** Shown in place of content that could not be read. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { explain } = useModule();
  return (
    <EmptyState
      role="alert"
      icon="warning"
      title="没有加载出来"
      action={
        <Button look="primary" icon="refresh" onClick={onRetry}>
          重试
        </Button>
      }
    >
      {explain(error)}
    </EmptyState>
  );
}
