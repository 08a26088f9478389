import { useState } from "react";
import { MAX_KEYWORD_LENGTH } from "#contract";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import css from "./bar.module.css";

/** The field of the results, above them: for lessons and resources. */
export function Bar({
  keyword,
  onSearch,
}: {
  keyword: string;
  onSearch: (keyword: string) => void;
}) {
  const [typed, setTyped] = useState(keyword);
  const [shown, setShown] = useState(keyword);
  // the address may lead to another keyword than the one typed here
  if (shown !== keyword) {
    setShown(keyword);
    setTyped(keyword);
  }
  return (
    <div className={css["bar"]}>
      <form
        className={css["form"]}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <label className={css["box"]}>
          <Icon name="search" />
          <input
            className={css["input"]}
            type="search"
            enterKeyHint="search"
            aria-label="搜索课程与资源"
            placeholder="搜索课程与资源"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={MAX_KEYWORD_LENGTH}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Button type="submit" look="primary" className={css["go"]}>
          搜索
        </Button>
      </form>
    </div>
  );
}
